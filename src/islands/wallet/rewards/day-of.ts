/** yyyy-mm-dd as dd/mm/yyyy. */
export const dayOf = (day: string): string => day.split('-').toReversed().join('/')
