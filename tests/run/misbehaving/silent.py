"""Takes the terminal and says nothing."""

import room

room.raw()
room.sleep()
