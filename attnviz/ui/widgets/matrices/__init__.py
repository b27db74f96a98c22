"""Matrices as pictures: heatmaps, their colors and their cells."""
