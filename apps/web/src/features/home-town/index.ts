export { HomeTownField } from './home-town-field.tsx'
export { TownSearch } from './town-search.tsx'
