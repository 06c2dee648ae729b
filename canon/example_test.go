package canon_test

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/canon"
)

// A position is a sum of lands. The two texts are the same position: names, order
// and dialect mean nothing.
func ExampleParse() {
	p, err := canon.Parse("0*3.YX|XY.0*8 + 2 + *1")
	if err != nil {
		fmt.Println(err)
		return
	}
	q, _ := canon.Parse("0.0.]0.0.0.AB.}0.0.0.0.0.0.0.0.AB.}]!")
	fmt.Println(len(p.Lands), "lands, heap", p.Heap)
	fmt.Println(len(q.Lands), "lands, heap", q.Heap)
	fmt.Println(p.Lands[0] == q.Lands[0], p.Lands[1] == q.Lands[1])

	_, err = canon.Parse("0A.1A")
	fmt.Println(err)
	// Output:
	// 2 lands, heap 1
	// 2 lands, heap 0
	// true true
	// position "0A.1A", column 5: letter A on two boundaries of one region; both sides of a spot that lie in one region are on the same boundary: write AxA, or put the second in another region
}

// Lists made by GLOP and SPOTS write a boundary of two spots as "12".
func ExampleParseStrings() {
	spots, _ := canon.Parse("12")
	boundary, _ := canon.ParseStrings("12")
	fmt.Println(spots.Lands[0].Lives(), boundary.Lands[0].Lives())
	// Output: 36 3
}

func ExampleLand_String() {
	for _, text := range []string{"12", "0.0.0.", "aa.0"} {
		p, _ := canon.Parse(text)
		fmt.Println(p.Lands[0])
	}
	// Output:
	// 0*12
	// 0*3
	// 0.2
}

// From two spots one can join them, or draw a loop on one of them with the other
// inside or outside: one move up to symmetry.
func ExampleGenerator_Children() {
	start, _ := canon.Parse("2")
	g := canon.NewGenerator()
	seen := map[string]bool{}
	g.Children([]byte(start.Lands[0]), func(sum *canon.Lands) bool {
		begin := 0
		for _, end := range sum.Ends { // the lands of one child
			land := canon.Land(sum.Keys[begin:end])
			begin = end
			if !seen[string(land)] {
				seen[string(land)] = true
				fmt.Println(land.Lives(), "lives")
			}
		}
		return true
	})
	fmt.Println(len(seen), "different lands")
	// Output:
	// 5 lives
	// 5 lives
	// 2 different lands
}

func ExampleDecodeKey() {
	land, err := canon.DecodeKey([]byte{0x00, 0x05, 0x0c})
	fmt.Println(land, err)

	_, err = canon.DecodeKey([]byte{0x00, 0x03, 0x00}) // two equal boundaries, not counted
	fmt.Println(err)
	_, err = canon.DecodeKey([]byte{0x00, 0x80})
	fmt.Println(err)
	// Output:
	// 0*12 <nil>
	// key 000300: not in canonical form
	// key 0080: letter 0 of the land occurs 1 times, not twice
}

func ExampleExplain() {
	steps, err := canon.Explain("0.0.0.A.3.}A.}]!")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range steps {
		fmt.Printf("%s -> %s  %s\n", s.Before, s.After, s.Rule)
	}
	// Output:
	// 0.0.0.A.3.}A.}]! -> 0*3.A.3|A  write the position in one dialect
	// 0*3.A.3|A -> 0*3.A.|A  drop dead spots
	// 0*3.A.|A -> 0*3.A|A  drop empty boundaries
	// 0*3.A|A -> 0*3.A  drop regions without moves (fewer than 2 lives)
	// 0*3.A -> 0*3.2  letter met once becomes 2
}
