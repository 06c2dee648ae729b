module github.com/sprouts-solver/sprouts

go 1.26.8
