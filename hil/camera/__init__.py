"""The dice camera's rig: dice that were never photographed, under any light, with what they show."""
