/** The ways in which a response is shown. */
export type View = 'grid' | 'json' | 'aggregations' | 'highlights' | 'profile' | 'headers'
