"""Connections of people and programs: lines, telnet, admission, and pictures for watchers."""
