// Renders a chart with the engine that Helm uses, and those of Helm's functions that the chart calls. It reads the values, the release and the
// chart as JSON, and the templates from the folder that its argument names; it writes the text of each template as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"
)

func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// toYAML writes a list or a map in lines, and what is within them as JSON, which is YAML too.
func toYAML(value any) string {
	lines := []string{}
	switch all := value.(type) {
	case map[string]any:
		for name, one := range all {
			lines = append(lines, asJSON(name)+": "+asJSON(one))
		}
		sort.Strings(lines)
	case []any:
		for _, one := range all {
			lines = append(lines, "- "+asJSON(one))
		}
	default:
		lines = append(lines, asJSON(value))
	}
	return strings.Join(lines, "\n")
}

func isEmpty(value any) bool {
	truth, _ := template.IsTrue(value)
	return !truth
}

func whole(value any) int {
	var number float64
	if _, err := fmt.Sscan(fmt.Sprint(value), &number); err != nil {
		panic(err)
	}
	return int(number)
}

func render() error {
	var given map[string]any
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		return err
	}
	chart := template.New("chart").Option("missingkey=zero")
	chart.Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var text bytes.Buffer
			err := chart.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
		"fail":       func(message string) (string, error) { return "", errors.New(message) },
		"contains":   func(part string, text string) bool { return strings.Contains(text, part) },
		"trimSuffix": func(suffix string, text string) string { return strings.TrimSuffix(text, suffix) },
		"trunc": func(length int, text string) string {
			if len(text) > length {
				return text[:length]
			}
			return text
		},
		"quote": func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"nindent": func(spaces int, text string) string {
			indent := "\n" + strings.Repeat(" ", spaces)
			return indent + strings.ReplaceAll(text, "\n", indent)
		},
		"toYaml": toYAML,
		"default": func(otherwise any, value any) any {
			if isEmpty(value) {
				return otherwise
			}
			return value
		},
		"hasKey": func(all map[string]any, name string) bool {
			_, found := all[name]
			return found
		},
		"int": whole,
		"div": func(value any, by any) int { return whole(value) / whole(by) },
	})
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if _, err := chart.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return err
		}
	}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		var text bytes.Buffer
		if err := chart.ExecuteTemplate(&text, name, given); err != nil {
			return err
		}
		rendered[name] = text.String()
	}
	return json.NewEncoder(os.Stdout).Encode(rendered)
}

func main() {
	if err := render(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
