package blackwhite

import (
	"fmt"
	"strconv"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/play"
)

// Spots of a start position.
const (
	MaxSpots     = canon.MaxLives / 3
	defaultSpots = 3
)

// people is black-and-white sprouts as people play it.
type people struct{}

// Rules returns black-and-white sprouts as people play it. It offers [play.Nimbers]
// too.
func Rules() play.Rules { return people{} }

// Name returns "blackwhite".
func (people) Name() string { return "blackwhite" }

// About describes the game.
func (people) About() play.About {
	return play.About{
		Title: "Black-and-white sprouts",
		Goal: "Join two spots, or a spot to itself, by a line that meets no other line and no other spot. No spot may have " +
			"more than three line ends. Put a new spot on the line, or leave it bare, as you like. Who cannot move loses; " +
			"in misère play he wins.",
		Move: "Write the position that the move leads to, with o: before it if there is a new spot on the line and -: if " +
			"there is none: o:a1a1 and -:11. join two spots. The mark may be left out where only one of them is possible.",
		Size:   fmt.Sprintf("number of spots, 1 to %d, %d unless given", MaxSpots, defaultSpots),
		Misere: true,
	}
}

// Start returns o.Size spots.
func (people) Start(o play.Options) (play.Position, error) {
	n := o.Size
	if n == 0 {
		n = defaultSpots
	}
	if n < 1 || n > MaxSpots {
		return nil, fmt.Errorf("blackwhite: size %d: want 1 to %d spots", n, MaxSpots)
	}
	p, err := canon.Parse(strconv.Itoa(n))
	return newPosition(p.Lands), err
}

// Parse reads a position in the notation of package canon, without nim-heaps.
func (people) Parse(text string) (play.Position, error) {
	p, wrong := parsePosition(text)
	if wrong != nil {
		return nil, wrong
	}
	return p, nil
}
