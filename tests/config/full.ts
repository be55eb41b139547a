/** `npm run test:full` runs every audit; `npm test` runs each template once a device, and leaves out what only repeats. */
export const IS_FULL = process.env.TEST_FULL === '1'
