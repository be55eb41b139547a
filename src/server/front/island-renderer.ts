import renderer from '@astrojs/react/server.js'
import { cacheIslandMarkup } from './island-markup.ts'

/** The server's entry of the renderer of islands (`src/build/react-islands.ts`). */
export default cacheIslandMarkup(renderer)
