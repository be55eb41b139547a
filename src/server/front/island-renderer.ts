import renderer from '@astrojs/react/server.js'
import { cacheIslandMarkup } from './island-markup.ts'

/** Server entry of the renderer of islands (see src/build/react-islands.ts). */
export default cacheIslandMarkup(renderer)
