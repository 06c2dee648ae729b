package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/internal/term"
)

// timeSpan is a flag of a time span such as 90s, whose errors say what is right.
type timeSpan time.Duration

func (d *timeSpan) Set(text string) error {
	span, err := term.ParseDuration(text)
	*d = timeSpan(span)
	return err
}

func (d *timeSpan) String() string { return time.Duration(*d).String() }
func (d *timeSpan) Type() string   { return "time" }

// share is a flag of a part of a whole such as 1%.
type share float64

func (s *share) Set(text string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !percent || !(x >= 0 && x <= 100) {
		return fmt.Errorf("%q is no share; write for example 1%%, 0.5%% or 0%%", text)
	}
	*s = share(x / 100)
	return nil
}

func (s *share) String() string { return strconv.FormatFloat(float64(*s)*100, 'g', -1, 64) + "%" }
func (s *share) Type() string   { return "share" }
