package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// figuresFile has the last measured figures.
var figuresFile = filepath.Join("build", "bench", "figures.md")

// figures are the results of measurements, by name.
type figures map[string][]result

const figuresHead = `# Figures

What ` + "`make bench`" + ` measured last, each measurement on the day in its row. A ratio is measured by baseline; both took turns in one
run. OVER marks a missed budget.

| measurement | what | measured | baseline | ratio | budget | | measured on |
|---|---|---|---|---|---|---|---|
`

// save replaces the figures of these measurements in a file and keeps the others.
func (f figures) save(path string, now time.Time) error {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the figures: %w", err)
	}
	rows := figureRows(string(old))
	on := fmt.Sprintf("%s, %s with %d processors", now.Format(time.DateOnly), runtime.GOOS, runtime.NumCPU())
	for name, results := range f {
		rows[name] = ""
		for _, r := range results {
			line := "| " + name
			for _, cell := range r.cells() {
				line += " | " + strings.ReplaceAll(fmt.Sprint(cell), "|", `\|`)
			}
			rows[name] += line + " | " + on + " |\n"
		}
	}
	text := figuresHead
	for _, m := range measurements {
		text += rows[m.name]
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write the figures: %w", err)
	}
	return nil
}

// figureRows returns the rows of a file of figures by measurement.
func figureRows(text string) map[string]string {
	rows := map[string]string{}
	for line := range strings.Lines(text) {
		cells := strings.Split(line, " | ")
		name, found := strings.CutPrefix(cells[0], "| ")
		if found && name != "measurement" && len(cells) > 1 {
			rows[name] += line
		}
	}
	return rows
}
