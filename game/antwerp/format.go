package antwerp

import (
	"fmt"
	"strings"
)

// marks are what follows a spot in the notation, by colour.
var marks = [...]string{white: "", blue: "b", red: "r"}

// spell writes the code of a land in the notation. Spots that are met twice get
// their letters in the order of the text.
func spell(land code) string {
	var text strings.Builder
	letters := map[int]string{}
	digits := true // nothing else so far
	for i := 0; i < len(land); {
		if i > 0 {
			text.WriteByte(".|"[land[i-1]])
			digits = false
		}
		length := 0
		for land[i+length] != endBoundary {
			length++
		}
		walk := land[i : i+length]
		i += length + 1
		repeat := 1
		for sameWalk(land, i, walk) {
			i, repeat = i+length+1, repeat+1
		}
		plain := spellWalk(&text, walk, letters)
		isolated := length == 1 && walk[0] == onceToken
		if repeat > 1 || isolated && i == len(land)-1 && digits {
			fmt.Fprintf(&text, "*%d", repeat)
			plain = false
		}
		digits = digits && plain
		if land[i] == endRegion {
			i++
		}
	}
	if digits {
		text.WriteByte('.')
	}
	return text.String()
}

// sameWalk reports whether the boundary at i is another one like walk, without
// letters.
func sameWalk(land code, i int, walk code) bool {
	if len(land)-i <= len(walk) || land[i+len(walk)] != endBoundary {
		return false
	}
	for k, token := range walk {
		if token >= twiceToken || land[i+k] != token {
			return false
		}
	}
	return true
}

// spellWalk writes one boundary and reports whether that took digits only.
func spellWalk(text *strings.Builder, walk code, letters map[int]string) (digits bool) {
	digits = true
	for _, token := range walk {
		if token < twiceToken {
			ends, colour := (token-onceToken)/3, (token-onceToken)%3
			text.WriteByte(byte('0' + ends))
			text.WriteString(marks[colour])
			digits = digits && colour == 0
			continue
		}
		digits = false
		if letters[token] == "" {
			letters[token] = letter(len(letters)) + marks[(token-twiceToken)%4]
		}
		text.WriteString(letters[token])
	}
	return digits
}

// letter returns the name of the spot met twice with number n: A to Y, then n(26)
// and so on.
func letter(n int) string {
	if n < lettersPlain {
		return string(rune('A' + n))
	}
	return fmt.Sprintf("n(%d)", n+1)
}

// lettersPlain is how many letters there are before names get numbers.
const lettersPlain = 25
