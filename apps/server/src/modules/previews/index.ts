import { defineModule, type Services } from '../../module.ts'
import { media, type MediaModule } from '../media/index.ts'
import { previewRoutes } from './previews.routes.ts'
import { Previews } from './previews.service.ts'

export { pageHead, pageOfMerged } from './page-heads.ts'

function open({ db, webRoot, media }: Pick<Services, 'db' | 'webRoot'> & { media: MediaModule }) {
  return {
    previews: new Previews({ db, webRoot, listFiles: media.listFiles }),
  }
}

/** Images for link previews. */
export const previews = defineModule({
  name: 'previews',
  needs: ['db', 'webRoot'],
  uses: { media },
  open,
  routes: previewRoutes,
  close: (deps) => deps.previews.close(),
})
