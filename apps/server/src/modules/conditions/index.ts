import { defineModule, type Services } from '../../module.ts'
import type { WeatherSettings } from './ask-weather.ts'
import { conditionRoutes } from './conditions.routes.ts'
import { deleteOldWeather } from './weather.queries.ts'
import { Weather } from './weather.service.ts'

export type { WeatherSettings } from './ask-weather.ts'
export { isSkateable } from './skateable.queries.ts'
export { locateSun } from './sun-overhead.ts'
export type { Weather } from './weather.service.ts'

function open(deps: Pick<Services, 'db' | 'log'>, { settings }: { settings: WeatherSettings | null }) {
  return {
    weather: new Weather(deps, settings),
  }
}

/** Current rain, light, and chance of getting kicked out at spots (docs/decisions/0103-skateable-now.md). */
export const conditions = defineModule({
  name: 'conditions',
  needs: ['db', 'log'],
  open,
  routes: conditionRoutes,
  close: ({ weather }) => weather.close(),
  cleanUps: [
    {
      name: 'old weather',
      everySeconds: 1_800,
      removes: { weather_cells: 'six hours after it was requested' },
      run: ({ db }) => deleteOldWeather(db),
    },
  ],
})
