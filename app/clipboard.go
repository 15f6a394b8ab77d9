//go:build desktop

package main

import "github.com/wailsapp/wails/v2/pkg/runtime"

// clipboard is the system's clipboard, which is used through the window.
type clipboard window

func (c *clipboard) Text() (string, error) { return runtime.ClipboardGetText(c.ctx) }

func (c *clipboard) SetText(text string) error { return runtime.ClipboardSetText(c.ctx, text) }
