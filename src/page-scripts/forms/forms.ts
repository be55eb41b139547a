// URL of a script bundled with its dependencies.
import FORM from './form.ts?worker&url'

/** The form of this page is sent in place by a script that is loaded with its first field. Until it is there the form goes as without script. */
addEventListener('change', () => import(/* @vite-ignore */ FORM))
