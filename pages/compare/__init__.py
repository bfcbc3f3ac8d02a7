"""A drawn or typed gold distribution with two estimates: every measure, how it is calculated, how robust it is."""
