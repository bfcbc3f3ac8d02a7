"""Every possible gold distribution: counted, listed, fought over by two estimates, searched backwards; and laws."""
