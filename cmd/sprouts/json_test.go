package main

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// schemas are all lines that --json can print.
var schemas = map[string]any{
	"sprouts.summary.v1":        summary{},
	"sprouts.solve.v1":          solveReport{},
	"sprouts.outcome.v1":        outcomeReport{},
	"sprouts.nimber.v1":         nimberReport{},
	"sprouts.value.v1":          valueReport{},
	"sprouts.verdict.v1":        verdictReport{},
	"sprouts.rule-moves.v1":     ruledMovesReport{},
	"sprouts.lengths.v1":        lengthsReport{},
	"sprouts.rct.v1":            rctReport{},
	"sprouts.genus.v1":          genusReport{},
	"sprouts.replay.v1":         replayReport{},
	"sprouts.moves.v1":          movesReport{},
	"sprouts.canon.v1":          canonReport{},
	"sprouts.perft.v1":          perftReport{},
	"sprouts.bench-row.v1":      benchRow{},
	"sprouts.bench.v1":          benchReport{},
	"sprouts.cache-stats.v1":    cacheStatsReport{},
	"sprouts.cache-get.v1":      cacheReport{},
	"sprouts.cache-repair.v1":   repairReport{},
	"sprouts.cache-distrust.v1": distrustReport{},
	"sprouts.coordinator.v1":    coordinatorReport{},
	"sprouts.worker.v1":         workerReport{},
	"sprouts.run.v1":            runReport{},
	"sprouts.job.v1":            jobReport{},
	"sprouts.drain.v1":          drainReport{},
	"sprouts.setting.v1":        settingReport{},
	"sprouts.check.v1":          check{},
	"sprouts.version.v1":        versionReport{},
}

// TestJSONIsDocumented wants a section of json.md for each schema, with each of
// its fields and no other word in the place of a field.
func TestJSONIsDocumented(t *testing.T) {
	page, err := os.ReadFile("json.md")
	require.NoError(t, err)
	sections := map[string]string{}
	for _, section := range strings.Split(string(page), "\n## ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		sections[name] = text
	}
	for schema, line := range schemas {
		require.Contains(t, sections, schema)
		fields := jsonFields(reflect.TypeOf(line))
		require.Equal(t, "schema", fields[0], "%s: the first field", schema)
		for _, field := range fields[1:] {
			require.Contains(t, sections[schema], "`"+field+"`", schema)
		}
		for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(sections[schema], -1) {
			for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
				require.Contains(t, fields, name[1], schema)
			}
		}
	}
	require.Len(t, sections, len(schemas))
}

// jsonFields are the names of a struct's fields in JSON, those of embedded and
// inner structs included.
func jsonFields(of reflect.Type) []string {
	var names []string
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-" || !field.IsExported():
			continue
		case name != "":
			names = append(names, name)
		case !field.Anonymous:
			names = append(names, strings.ToLower(field.Name))
		}
		inner := field.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && inner.PkgPath() != "time" {
			names = append(names, jsonFields(inner)...)
		}
	}
	return names
}
