"""Connections of people or programs: lines, telnet, admission, pictures for watchers."""
