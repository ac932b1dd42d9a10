"""Connections of people or programs: lines, telnet, admission, frames for watchers."""
