package broken

// Fault is what the driver does wrong.
type Fault string

// The faults, each against one law.
const (
	None               Fault = ""
	TakesAnotherStep   Fault = "asks for something that its twin does not ask for"
	NamesTooMuch       Fault = "names an operation that it does not have"
	MissesItsName      Fault = "describes itself as another driver"
	BelievesAnything   Fault = "takes any answer for its engine's"
	SaysNothing        Fault = "fails without a sentence"
	GreetsTooOften     Fault = "greets with three requests"
	JoinsNames         Fault = "puts names into paths as they are"
	Writes             Fault = "counts by a request that is no read"
	RepeatsRows        Fault = "begins every page but the first one row too early"
	EndsEarly          Fault = "ends one page too early"
	ShufflesTies       Fault = "reads equal rows in another order each time"
	ForgetsDirection   Fault = "sorts upwards where downwards was asked for"
	GivesNoReason      Fault = "says nothing about a column that cannot be sorted"
	FailsUnsortable    Fault = "fails where a column that cannot be sorted is asked for"
	RoundsNumbers      Fault = "reads numbers as the engine writes them anew"
	TrimsDocuments     Fault = "leaves the last character of a document out"
	KeepsCursor        Fault = "leaves its cursor open when it is cancelled"
	GoesOn             Fault = "goes on when it is cancelled"
	IgnoresTheEnd      Fault = "gives half a result when it is cancelled"
	SwallowsWords      Fault = "tells a failure in its own words"
	MixesKinds         Fault = "calls every failure the engine's"
	NamesNoRequest     Fault = "does not say which request failed"
	RepeatsAnswers     Fault = "repeats a refusal whole"
	ReleasesNothing    Fault = "gives nothing back"
	TrustsItsCursor    Fault = "goes on from a cursor whose answer was lost"
	TakesPartForAll    Fault = "takes an answer without some of its rows for the end"
	ExportsTwice       Fault = "writes the first things of an export twice"
	ExportsAnew        Fault = "exports numbers as the engine writes them anew"
	TakesTheRest       Fault = "takes what a partial answer holds for all there is"
	IgnoresTheCut      Fault = "ends an export well where an answer was cut"
	RemembersTheLatest Fault = "keeps the object at hand in a variable of its own"
)
