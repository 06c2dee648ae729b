package antwerp

import (
	"strconv"
	"strings"
)

// drawWidth is where lines are broken, in columns.
const drawWidth = 100

// Draw lists the regions with their boundaries: a spot is its number, the mark of
// its colour and a dot for each life; those that one walk meets stand in brackets.
func (p *position) Draw() string {
	if len(p.lands) == 0 {
		return "no moves left\n"
	}
	var text strings.Builder
	text.WriteString("number of a spot, b for blue (Left's), r for red (Right's), a dot for each life\n")
	for r, boundaries := range p.figure.regions {
		line := "@" + strconv.Itoa(r+1) + " "
		for _, b := range boundaries {
			words := p.figure.words(b)
			for i, word := range words {
				if len(line)+1+len(word) > drawWidth {
					text.WriteString(line + "\n")
					line = "   "
				}
				line += " "
				if i == 0 && len(words) > 1 {
					line += "("
				}
				line += word
			}
			if len(words) > 1 {
				line += ")"
			}
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

// words returns the spots of a boundary as they are drawn.
func (f figure) words(b boundary) []string {
	words := make([]string, len(b))
	for i, s := range b {
		words[i] = strconv.Itoa(s+1) + marks[f.spots[s].colour] + strings.Repeat(".", f.spots[s].lives)
	}
	return words
}
