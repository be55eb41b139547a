import renderer from '@astrojs/react/server.js'
import { keepIslandMarkup } from './island-markup.ts'

/** The server's entry of the renderer of islands (`src/build/react-islands.ts`). */
export default keepIslandMarkup(renderer)
