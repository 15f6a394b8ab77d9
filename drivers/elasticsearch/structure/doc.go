// Package structure describes an object for people: its fields with their types and settings, and its definition as the
// engine returns it. Without permission to read the mapping, it lists what can be searched, and says so.
package structure
