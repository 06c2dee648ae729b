package antwerp

import (
	"context"

	"github.com/sprouts-solver/sprouts/game/antwerp/shortgame"
	"github.com/sprouts-solver/sprouts/game/play"
)

// MaxValues is how many different canonical values the value of a position may need:
// a minute or two of work and some hundred megabytes.
const MaxValues = 20_000

// valuer computes the values of lands from those of their children.
type valuer struct {
	*catalogue
	table *shortgame.Table
	known map[int32]shortgame.Value
}

// value returns the value of the position in the notation of package shortgame. The
// value 0 shows in that nobody wants to begin, which is less work to find out.
func (p *position) value(ctx context.Context) (string, error) {
	if lost, err := p.lostByBoth(ctx); err != nil || lost {
		return "0", err
	}
	v := valuer{newCatalogue(p.variant, ctx.Err), shortgame.NewTable(MaxValues, ctx.Err), map[int32]shortgame.Value{}}
	sum, err := v.sum(v.addAll(p.lands))
	if err != nil {
		return "", err
	}
	return v.table.Format(sum)
}

// lostByBoth reports whether whoever moves first loses.
func (p *position) lostByBoth(ctx context.Context) (bool, error) {
	v := newSolver(p.variant, false, ctx.Err)
	lands := v.addAll(p.lands)
	for _, s := range []play.Side{play.Left, play.Right} {
		if wins, err := v.win(lands, s); err != nil || wins {
			return false, err
		}
	}
	return true, nil
}

// sum returns the value of a sum of lands.
func (v valuer) sum(lands []int32) (shortgame.Value, error) {
	total := shortgame.Zero
	for _, land := range v.cancel(lands) {
		value, err := v.land(land)
		if err != nil {
			return shortgame.Zero, err
		}
		if total, err = v.table.Sum(total, value); err != nil {
			return shortgame.Zero, err
		}
	}
	return total, nil
}

// land returns the value of a land.
func (v valuer) land(land int32) (shortgame.Value, error) {
	if known, ok := v.known[land]; ok {
		return known, nil
	}
	var options [2][]shortgame.Value
	for _, s := range []play.Side{play.Left, play.Right} {
		children, err := v.children(land, s)
		if err != nil {
			return shortgame.Zero, err
		}
		for _, child := range children {
			value, err := v.sum(child)
			if err != nil {
				return shortgame.Zero, err
			}
			options[s] = append(options[s], value)
		}
	}
	value, err := v.table.New(options[play.Left], options[play.Right])
	if err == nil {
		v.known[land] = value
	}
	return value, err
}
