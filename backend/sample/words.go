package sample

// Every name in this file is invented; addresses are from the blocks reserved for documentation (RFC 5737 and RFC
// 3849).

var givenNames = []string{
	"Ansel", "Brina", "Cordin", "Delphy", "Edrik", "Fennimor", "Galla", "Hesper", "Ilvane", "Jorund", "Kestra", "Lumi", "Maroven", "Nerith", "Oswick",
	"Petra-Lyn", "Quillon", "Rosalba", "Søren-Ask", "Tamsel", "Ulvara", "Vesna", "Wystan", "Ysolde", "Zofira", "Łucjan", "Åsgerd", "Ñusta", "Çelvin", "晴樹",
}

var familyNames = []string{
	"Abernorth", "Brackwater", "Coldharbour", "Dunmarrow", "Emberley", "Fallowmere", "Greyfinch", "Holloway-Reed", "Inglethorn", "Jesterfield", "Kettlewick",
	"Larkspire", "Mossgrave", "Netherby", "Oakenshaw", "Pellmoor", "Quarrington", "Ravensholt", "Silverdale", "Thistlecombe", "Umberfield", "Vellacott",
	"Winterbourne", "Yarrowby", "Zellwood", "O'Marrin", "von Tessel", "d'Arlenne",
}

var adjectives = []string{
	"Amber", "Borrowed", "Crooked", "Distant", "Elder", "Forgotten", "Gilded", "Hollow", "Inland", "Jagged", "Kindred", "Lonely", "Midnight", "Northern",
	"Open", "Patient", "Quiet", "Restless", "Salted", "Tidal", "Unwritten", "Velvet", "Wandering", "Young",
}

var things = []string{
	"Almanac", "Bridge", "Cartographer", "Dune", "Engine", "Ferry", "Garden", "Harbour", "Island", "Journal", "Kiln", "Lighthouse", "Mill", "Nightingale",
	"Orchard", "Pasture", "Quarry", "River", "Stairwell", "Tunnel", "Umbrella", "Valley", "Workshop", "Year",
}

var plainWords = []string{
	"a", "above", "across", "after", "again", "along", "and", "another", "answer", "apple", "at", "autumn", "because", "before", "below", "beneath", "boat",
	"bread", "bridge", "bright", "by", "call", "carry", "chalk", "city", "clear", "coast", "cold", "copper", "corner", "counted", "distance", "door", "drift",
	"early", "echo", "evening", "every", "faint", "field", "fire", "follow", "forest", "found", "garden", "gate", "glass", "gravel", "green", "hand", "harbour",
	"heavy", "hidden", "hill", "house", "in", "iron", "island", "kept", "lamp", "late", "letter", "light", "little", "long", "lost", "map", "market", "meadow",
	"mile", "morning", "moss", "narrow", "near", "never", "night", "north", "of", "old", "once", "open", "paper", "path", "pebble", "quiet", "rain", "reed",
	"river", "road", "salt", "sand", "sea", "shadow", "shore", "silver", "slow", "small", "smoke", "snow", "song", "south", "spring", "stone", "storm",
	"street", "summer", "the", "thread", "through", "tide", "toward", "tower", "train", "tree", "turn", "under", "valley", "wall", "warm", "water", "west",
	"wheel", "wind", "window", "winter", "with", "without", "wood", "yellow",
}

var tags = []string{
	"adventure", "anthology", "architecture", "atlas", "biography", "botany", "classic", "cookery", "craft", "crime", "essays", "family", "folklore", "gardening",
	"history", "humour", "illustrated", "maritime", "memoir", "mountains", "music", "nature", "philosophy", "poetry", "railways", "reference", "science",
	"short stories", "travel", "weather", "café culture", "読み物", "📚 staff pick",
}

var languages = []string{"en", "en", "en", "en", "de", "fr", "pl", "es", "ja", "cy"}

var institutes = []string{
	"Institute of Slow Rivers", "Northmarsh College", "The Paper Guild", "Observatory at Hollin Point", "Society for Found Maps", "Académie des Brumes", "Weatherby Press",
	"Museum of Small Tools",
}

var regions = []string{"north", "east", "south", "west"}

var agents = []string{"Brindle", "Hazel", "Lantern", "Thicket", "tidepool-fetch"}

var systems = []string{"Fjord OS", "Marble", "PocketOS", "Tern Linux"}

var sitePaths = []string{
	"/", "/about", "/api/v1/orders", "/api/v1/orders/7", "/api/v1/search", "/assets/app.css", "/assets/app.js", "/basket", "/catalogue", "/catalogue/lamps",
	"/catalogue/stools?colour=green", "/contact", "/favicon.ico", "/health", "/images/hero.webp", "/journal/2026/11/first-snow", "/login", "/logout", "/recherche/été", "/robots.txt",
}

var brands = []string{"Alder & Ash", "Bramblewick", "Cinderhouse", "Dovetail Row", "Elmstead", "Foxglove Works", "Gorse", "Hearth and Hook"}

var wares = []string{
	"Bench", "Bowl", "Brush", "Candle", "Chair", "Cup", "Desk", "Drawer", "Frame", "Hook", "Jug", "Kettle", "Lamp", "Mirror", "Pan", "Rug", "Shelf", "Spoon", "Stool", "Teapot", "Tray", "Vase",
}

var colours = []string{"amber", "ash", "brick", "clay", "fern", "ink", "linen", "moss", "ochre", "pearl", "slate", "straw"}

var materials = []string{"beech", "brass", "cork", "enamel", "glass", "oak", "porcelain", "steel", "wool"}
