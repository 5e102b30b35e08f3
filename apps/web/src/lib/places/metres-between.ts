export { metresBetween, type Point } from '@nollie/contract/places/metres-between'
