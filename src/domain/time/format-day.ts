/** yyyy-mm-dd as dd/mm/yyyy, and yyyy-mm as mm/yyyy. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/')
