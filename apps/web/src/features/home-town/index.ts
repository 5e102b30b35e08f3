export { HomeTownField } from './home-town-field.tsx'
