/** Bounding box of Armenia with a small margin, in degrees. */
export const ARMENIA = { south: 38.8, north: 41.4, west: 43.4, east: 46.7 } as const

/** True for points where an address can be. */
export const isInArmenia = ({ lat, lng }: { lat: number; lng: number }): boolean =>
  lat >= ARMENIA.south && lat <= ARMENIA.north && lng >= ARMENIA.west && lng <= ARMENIA.east
