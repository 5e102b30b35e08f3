export { m } from './paraglide/messages.js'
