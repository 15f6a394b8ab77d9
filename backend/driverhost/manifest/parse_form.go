package manifest

import (
	"fmt"
	"slices"
	"strconv"
)

func (m *Manifest) checkTabs() error {
	if len(m.Form.Tabs) == 0 {
		return fmt.Errorf("form: no tabs")
	}
	tabs, fields := make(map[string]bool), make(map[string]bool)
	for _, tab := range m.Form.Tabs {
		if !idPattern.MatchString(tab.ID) || tabs[tab.ID] {
			return fmt.Errorf("tab: %q is not a valid id or is used twice", tab.ID)
		}
		tabs[tab.ID] = true
		if err := texts(map[string]string{"title": tab.Title}); err != nil {
			return fmt.Errorf("tab %s: %w", tab.ID, err)
		}
		for i := range tab.Fields {
			field := &tab.Fields[i]
			if !fieldPattern.MatchString(field.ID) || fields[field.ID] {
				return fmt.Errorf("field: %q is not a valid id or is used twice", field.ID)
			}
			fields[field.ID] = true
			if err := m.checkField(&tab, field); err != nil {
				return fmt.Errorf("field %s: %w", field.ID, err)
			}
		}
	}
	return printable(m.Form.Note)
}

func (m *Manifest) checkField(tab *Tab, f *Field) error {
	if err := texts(map[string]string{"label": f.Label}); err != nil {
		return err
	}
	for _, text := range []string{f.Hint, f.WarnOn, f.Suffix, f.ComesLater, f.Placeholder, f.Default} {
		if err := printable(text); err != nil {
			return err
		}
	}
	if err := f.checkKind(); err != nil {
		return err
	}
	if f.Beside != "" && !slices.ContainsFunc(tab.Fields, func(other Field) bool { return other.ID == f.Beside && other.ID != f.ID }) {
		return fmt.Errorf("beside: the tab has no other field %q", f.Beside)
	}
	if f.When != nil && f.When.Field == f.ID {
		return fmt.Errorf("when: the field depends on itself")
	}
	return m.checkWhen(f.When)
}

func (f *Field) checkKind() error {
	if !slices.Contains([]string{Text, Number, Choice, Secret, Switch, File}, f.Kind) {
		return fmt.Errorf("kind: %q is not known", f.Kind)
	}
	switch {
	case (f.Kind == Choice) != (len(f.Options) > 0):
		return fmt.Errorf("options: only a choice has options, at least one")
	case f.Segmented && f.Kind != Choice:
		return fmt.Errorf("segmented: only a choice can be")
	case f.WarnOn != "" && f.Kind != Switch:
		return fmt.Errorf("warnOn: only for a switch")
	case (f.Min != nil || f.Max != nil) && f.Kind != Number:
		return fmt.Errorf("min, max: only for a number")
	case f.Min != nil && f.Max != nil && *f.Min > *f.Max:
		return fmt.Errorf("min, max: %d is more than %d", *f.Min, *f.Max)
	case f.Kind == Secret && f.Default != "":
		return fmt.Errorf("default: not for a secret")
	case f.Required && f.ComesLater != "":
		return fmt.Errorf("required: not for a field that comes later")
	}
	if err := f.checkOptions(); err != nil {
		return err
	}
	if f.Default == "" {
		return nil
	}
	if reason := f.refuses(f.Default); reason != "" {
		return fmt.Errorf("default: %s", reason)
	}
	return nil
}

func (f *Field) checkOptions() error {
	seen := make(map[string]bool)
	for _, option := range f.Options {
		if option.Value == "" || seen[option.Value] {
			return fmt.Errorf("options: %q is empty or used twice", option.Value)
		}
		seen[option.Value] = true
		if err := texts(map[string]string{"label": option.Label}); err != nil {
			return fmt.Errorf("option %s: %w", option.Value, err)
		}
		if err := printable(option.Gloss); err != nil {
			return fmt.Errorf("option %s: %w", option.Value, err)
		}
	}
	return nil
}

// checkWhen checks that the condition names a choice or a switch and values that it can have. It refuses a condition on
// a field that has a condition itself: Visible would have to follow the chain.
func (m *Manifest) checkWhen(when *When) error {
	if when == nil {
		return nil
	}
	field := m.field(when.Field)
	if field == nil || (field.Kind != Choice && field.Kind != Switch) {
		return fmt.Errorf("when: %q is neither a choice nor a switch of the form", when.Field)
	}
	if field.When != nil {
		return fmt.Errorf("when: %q has a condition of its own", when.Field)
	}
	if len(when.Is) == 0 {
		return fmt.Errorf("when: no values")
	}
	for _, value := range when.Is {
		if reason := field.refuses(value); reason != "" {
			return fmt.Errorf("when: %s", reason)
		}
	}
	return nil
}

// field returns the field with that id, nil if there is none.
func (m *Manifest) field(id string) *Field {
	for t := range m.Form.Tabs {
		for f := range m.Form.Tabs[t].Fields {
			if m.Form.Tabs[t].Fields[f].ID == id {
				return &m.Form.Tabs[t].Fields[f]
			}
		}
	}
	return nil
}

// refuses returns why the field cannot have the non-empty value; "" if it can.
func (f *Field) refuses(value string) string {
	switch f.Kind {
	case Number:
		return f.refusesNumber(value)
	case Choice:
		if !slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == value }) {
			return "must be one of the choices"
		}
	case Switch:
		if value != "true" && value != "false" {
			return "must be true or false"
		}
	}
	return ""
}

func (f *Field) refusesNumber(value string) string {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err != nil || strconv.FormatInt(n, 10) != value:
		return "must be a whole number"
	case f.Min != nil && f.Max != nil && (n < *f.Min || n > *f.Max):
		return fmt.Sprintf("must be between %d and %d", *f.Min, *f.Max)
	case f.Min != nil && n < *f.Min:
		return fmt.Sprintf("must be at least %d", *f.Min)
	case f.Max != nil && n > *f.Max:
		return fmt.Sprintf("must be at most %d", *f.Max)
	}
	return ""
}
