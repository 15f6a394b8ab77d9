//go:build desktop

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/wailsapp/wails/v2/pkg/menu"
	"github.com/wailsapp/wails/v2/pkg/menu/keys"
)

// itemsOf returns the items of a menu and its submenus by title; a repeated title fails the test.
func itemsOf(t *testing.T, m *menu.Menu) map[string]*menu.MenuItem {
	t.Helper()
	all := map[string]*menu.MenuItem{}
	for _, item := range m.Items {
		if item.SubMenu != nil {
			for title, inner := range itemsOf(t, item.SubMenu) {
				all[item.Label+" > "+title] = inner
			}
		} else if item.Type == menu.TextType {
			require.NotContains(t, all, item.Label)
			all[item.Label] = item
		}
	}
	return all
}

// SPEC: APP-01, APP-13
func TestEveryItemOfTheMenuIsACommandOfThePage(t *testing.T) {
	for _, mac := range []bool{false, true} {
		m, err := new(window).menuOf(mac)
		require.NoError(t, err)
		for title, item := range itemsOf(t, m) {
			require.NotEmpty(t, item.Label, title)
			require.NotNil(t, item.Click, title)
		}
	}
}

// SPEC: APP-01
func TestAnItemHasTheKeyOfItsCommand(t *testing.T) {
	ctrl, alt, shift := keys.CmdOrCtrlKey, keys.OptionOrAltKey, keys.ShiftKey
	for title, want := range map[string]struct{ mac, other *keys.Accelerator }{
		"File > Close Tab":                            {keys.CmdOrCtrl("w"), keys.CmdOrCtrl("w")},
		"File > Reopen Tab":                           {keys.Combo("t", ctrl, shift), keys.Combo("t", ctrl, shift)},
		"File > Settings…":                            {keys.CmdOrCtrl(","), keys.CmdOrCtrl(",")},
		"View > Sidebar":                              {keys.Combo("s", keys.ControlKey, ctrl), keys.Control("b")},
		"View > Inspector":                            {keys.CmdOrCtrl("i"), keys.OptionOrAlt("enter")},
		"View > Structure":                            {keys.Combo("2", alt, ctrl), keys.OptionOrAlt("2")},
		"View > Larger Text":                          {keys.CmdOrCtrl("+"), keys.CmdOrCtrl("+")},
		"View > Smaller Text":                         {keys.CmdOrCtrl("-"), keys.CmdOrCtrl("-")},
		"View > Normal Text Size":                     {keys.CmdOrCtrl("0"), keys.CmdOrCtrl("0")},
		"View > Full Screen":                          {keys.Combo("f", keys.ControlKey, ctrl), keys.Key("f11")},
		"Database > Refresh":                          {keys.CmdOrCtrl("r"), keys.CmdOrCtrl("r")},
		"View > Find Column…":                         {nil, nil},
		"File > Export…":                              {keys.Combo("e", ctrl, shift), keys.Combo("e", ctrl, shift)},
		"Console > Run Request":                       {nil, nil},
		"Database > Disconnect":                       {nil, nil},
		"Database > Maintenance > Reset Sample Data…": {nil, nil},
		"Help > Keyboard Shortcuts":                   {keys.CmdOrCtrl("/"), keys.CmdOrCtrl("/")},
	} {
		for _, mac := range []bool{false, true} {
			m, err := new(window).menuOf(mac)
			require.NoError(t, err)
			item := itemsOf(t, m)[title]
			require.NotNil(t, item, title)
			key := want.other
			if mac {
				key = want.mac
			}
			require.Equal(t, key, item.Accelerator, "%s, macOS: %v", title, mac)
		}
	}
}

// SPEC: APP-01
func TestEveryKeyIsWrittenAsThePageWritesIt(t *testing.T) {
	w := new(window)
	_, err := w.menuOf(false)
	require.NoError(t, err)
	keys := map[string]string{}
	for _, line := range w.bar.lines() {
		keys[line.title] = line.key
	}
	for title, want := range map[string]string{
		"Undo": "Ctrl+Z", "Redo": "Ctrl+Y", "Copy": "Ctrl+C", "Save Changes": "Ctrl+S", "Run Request": "Ctrl+Enter",
		"Open by Name…": "Ctrl+Shift+O", "Inspector": "Alt+Enter", "Format": "Shift+Alt+F", "Disconnect": "",
	} {
		require.Equal(t, want, keys[title], title)
	}
}

// SPEC: APP-13
func TestWhatNothingCanCarryOutIsDimmedUntilSomethingCan(t *testing.T) {
	w := new(window)
	_, err := w.menuOf(false)
	require.NoError(t, err)
	dimmed := func() []string {
		var titles []string
		for _, line := range w.bar.lines() {
			if !line.enabled {
				titles = append(titles, line.title)
			}
		}
		return titles
	}
	require.Empty(t, dimmed())
	w.bar.dim([]string{"row.add", "sample.reset", "not.in.the.menu"})
	require.Equal(t, []string{"Add Row", "Reset Sample Data…"}, dimmed())
	w.bar.dim([]string{"sample.reset"})
	require.Equal(t, []string{"Reset Sample Data…"}, dimmed())
}

// SPEC: APP-06, APP-13
func TestNoItemIsOfWhatNoEngineHas(t *testing.T) {
	m, err := new(window).menuOf(false)
	require.NoError(t, err)
	for title := range itemsOf(t, m) {
		require.NotContains(t, title, "Import Documents")
	}
}

// A line of the menu bar is drawn by its index, so both lists must be in the same order.
func TestTheLinesAreInTheOrderOfTheMenus(t *testing.T) {
	for _, mac := range []bool{false, true} {
		w := new(window)
		m, err := w.menuOf(mac)
		require.NoError(t, err)
		var lines []string
		for _, line := range w.bar.lines() {
			lines = append(lines, line.title)
		}
		require.Equal(t, titlesOf(m), lines)
	}
}

// titlesOf returns the titles of the items of a menu and its submenus, from the first to the last.
func titlesOf(m *menu.Menu) []string {
	var titles []string
	for _, item := range m.Items {
		if item.SubMenu != nil {
			titles = append(titles, titlesOf(item.SubMenu)...)
		} else if item.Type == menu.TextType && item.Role == 0 {
			titles = append(titles, item.Label)
		}
	}
	return titles
}

func TestKeysThatMeanSeveralThingsAreLeftToThePage(t *testing.T) {
	m, err := new(window).menuOf(false)
	require.NoError(t, err)
	items := itemsOf(t, m)
	for _, title := range []string{
		"Undo", "Redo", "Cut", "Copy", "Paste", "Select All", "Copy As > JSON", "Duplicate Row", "Delete Row",
	} {
		require.NotNil(t, items["Edit > "+title], title)
		require.Nil(t, items["Edit > "+title].Accelerator, title)
	}
	require.Nil(t, items["Database > Save Changes"].Accelerator, "a form saves with the same key")
	require.Nil(t, items["File > New Console"].Accelerator, "a form tests its connection with the same key")
	require.Nil(t, items["Console > Stop"].Accelerator, "rows are stopped with the same key")
}

// SPEC: A-EDT-15
func TestRowsAreChangedFromTheMenu(t *testing.T) {
	for mac, menu := range map[bool]string{false: "Edit", true: "Database"} {
		m, err := new(window).menuOf(mac)
		require.NoError(t, err)
		items := itemsOf(t, m)
		for _, title := range []string{"Add Row", "Duplicate Row", "Set to NULL", "Remove Field", "Fill with First Value", "Delete Row"} {
			require.NotNil(t, items[menu+" > "+title], title)
		}
		require.Nil(t, items[menu+" > Add Row"].Accelerator, "an API key is added with the same key")
	}
}

// SPEC: APP-20
func TestEditsAreUndoneFromTheMenuOnEverySystem(t *testing.T) {
	for mac, want := range map[bool][]string{
		false: {"Edit > Undo", "Edit > Redo"}, true: {"Database > Undo Edit", "Database > Redo Edit"},
	} {
		m, err := new(window).menuOf(mac)
		require.NoError(t, err)
		items := itemsOf(t, m)
		for _, title := range want {
			require.NotNil(t, items[title], title)
		}
	}
}

func TestAnItemOfNoCommandIsAnError(t *testing.T) {
	bar := &menuBar{window: new(window), commands: map[string]command{}, items: map[string]*menu.MenuItem{}}
	bar.add(menu.NewMenu(), "tab.close")
	require.EqualError(t, bar.err, "make the menu's item tab.close: no such command")
	_, err := readCommands([]byte("{"))
	require.Error(t, err)
}
