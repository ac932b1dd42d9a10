"""The outside world: games, what is kept of them, what they amount to, and how they are shown.

Owns   play     links to games, batches of games
       files    what is kept of runs, memories and knobs
       tapes    recordings of games, and games played again from them
       figures  what runs amount to, in numbers, pictures and pages
       breed    evolutions of knobs
       show     windows: watching and replaying

Each may use those above it.
"""
