/** The module of Leaflet's package that a bundler can take apart; its types are those of the package. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet'
}
