package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"os"
	"strings"
)

// The plot is a page of SVG of its own: the plotting libraries with logarithmic axes
// bring fonts whose licences would come along.
//
//go:embed plot.svg.tmpl
var plotText string

var plotTemplate = template.Must(template.New("plot").Parse(plotText))

// canvas is what the template draws, in pixels.
type canvas struct {
	Width, Height            float64
	Left, Right, Top, Bottom float64 // edges of the axes
	X, Y                     []tick
	Lines                    []polyline
}

// tick is a mark of an axis.
type tick struct {
	At    float64
	Label string
}

// polyline is one series.
type polyline struct {
	Name, Colour, Points string
	Dots                 []point
	LegendY, TextY       float64
	Dashed               bool
}

type point struct{ X, Y float64 }

// colours that can be told apart by most eyes (Okabe, Ito, 2008).
var colours = []string{"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a800"}

// sample is one point of a series: threads and speed-up.
type sample struct{ threads, speedUp float64 }

// series is what one line shows.
type series struct {
	name    string
	colour  string
	samples []sample
	dashed  bool
}

const mostThreads = 1024

// place puts threads, or a speed-up, on an axis of this length: both axes are
// logarithmic and end at mostThreads.
func place(x, length float64) float64 { return math.Log2(max(x, 1)) / math.Log2(mostThreads) * length }

// draw writes the plot.
func draw(all []series, name string) (err error) {
	c := canvas{Width: 760, Height: 560, Left: 60, Right: 560, Top: 20, Bottom: 500}
	x := func(v float64) float64 { return c.Left + place(v, c.Right-c.Left) }
	y := func(v float64) float64 { return c.Bottom - place(v, c.Bottom-c.Top) }
	for v := 1.0; v <= mostThreads; v *= 2 {
		c.X = append(c.X, tick{x(v), fmt.Sprint(v)})
		c.Y = append(c.Y, tick{y(v), fmt.Sprint(v)})
	}
	for i, s := range all {
		l := polyline{Name: s.name, Colour: s.colour, Dashed: s.dashed}
		l.LegendY = c.Top + 20 + 22*float64(i)
		l.TextY = l.LegendY + 4
		var points []string
		for _, at := range s.samples {
			p := point{x(at.threads), y(at.speedUp)}
			l.Dots = append(l.Dots, p)
			points = append(points, fmt.Sprintf("%.1f,%.1f", p.X, p.Y))
		}
		l.Points = strings.Join(points, " ")
		c.Lines = append(c.Lines, l)
	}
	var b strings.Builder
	if err := plotTemplate.Execute(&b, c); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}
