import { m } from '../../i18n/messages.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import map from '../../ui/art/blurb-map.svg?url'
import photoRail from '../../ui/art/blurb-photo-1.svg?url'
import photoBoard from '../../ui/art/blurb-photo-2.svg?url'
import photoQuarter from '../../ui/art/blurb-photo-3.svg?url'
import hero from '../../ui/art/hero.svg?url'
import { ButtonLink } from '../../ui/button.tsx'
import { AppLink } from '../../ui/link.tsx'
import { TypePin } from '../../ui/text/type-glyph.tsx'
import { VisitorLanguageLinks } from '../languages/index.ts'
import { Wordmark } from '../../ui/layout/wordmark.tsx'
import { classes } from '../../lib/classes.ts'
import landingStyles from './landing.module.css'
import styles from './landing-screen.module.css'

// The style sheet positions these pins on the small map.
const PINS = [
  { type: 'stairs', size: 32, selected: false },
  { type: 'ledges', size: 38, selected: false },
  { type: 'rails', size: 52, selected: true },
  { type: 'bowl', size: 38, selected: false },
  { type: 'diy', size: 38, selected: false },
]

// Buttons that invite people to join open the sign-up form.
const JOINING = '/auth?mode=sign-up'
// Opens the sign-up form, which then leads to the map.
const EXPLORING = `${JOINING}&next=%2Fspots`

/** The landing page for visitors, at `/` and `/welcome`. It's dark in both themes because its image shows dusk. */
export function LandingScreen() {
  useTitle(m.shell_tagline())
  return (
    <div className={landingStyles.root} data-theme="dark">
      <div className={landingStyles.top}>
        <div className={styles.art}>
          <img src={hero} alt={m.landing_hero_alt()} width="390" height="640" fetchPriority="high" />
        </div>
        <header className={landingStyles.head}>
          <Wordmark onDark />
          <ButtonLink href={JOINING} variant="glass" size="sm">
            {m.landing_get_started()}
          </ButtonLink>
        </header>
        <main id="main" tabIndex={-1} className={styles.hero}>
          <h1>{m.shell_tagline()}</h1>
          <p>{m.landing_lead()}</p>
          <div className={landingStyles.actions}>
            <ButtonLink href={EXPLORING} variant="primary" size="lg" wide>
              {m.landing_explore()}
            </ButtonLink>
            <ButtonLink href="/spots" variant="glass" size="lg" wide className={styles.map}>
              {m.landing_map_link()}
            </ButtonLink>
          </div>
        </main>
      </div>
      <Blurbs />
      <section className={styles.block}>
        <div>
          <h2>{m.landing_sign_up_title()}</h2>
          <ButtonLink href={JOINING} size="lg" wide>
            {m.landing_sign_up()}
          </ButtonLink>
        </div>
      </section>
      <Foot />
    </div>
  )
}

function Blurbs() {
  return (
    <section className={styles.blurbs}>
      <div>
        <div className={landingStyles.picture}>
          <img src={map} alt="" width="350" height="224" />
          {PINS.map(({ type, size, selected }) => (
            <span key={type} className={styles.pin} data-type={type}>
              <TypePin type={type} size={size} selected={selected} />
            </span>
          ))}
        </div>
        <h2>{m.landing_map_title()}</h2>
        <p>{m.landing_map_text()}</p>
      </div>
      <div>
        <div className={classes(landingStyles.picture, landingStyles.trio)}>
          <img src={photoRail} alt="" width="230" height="224" />
          <img src={photoBoard} alt="" width="116" height="112" />
          <img src={photoQuarter} alt="" width="116" height="112" />
        </div>
        <h2>{m.landing_share_title()}</h2>
        <p>{m.landing_share_text()}</p>
      </div>
    </section>
  )
}

function Foot() {
  return (
    <footer className={landingStyles.foot}>
      <Wordmark onDark />
      <span>{m.landing_copyright()}</span>
      <span className={landingStyles.rules}>
        <AppLink href="/terms">{m.legal_terms()}</AppLink>
        <AppLink href="/privacy">{m.legal_privacy()}</AppLink>
        <AppLink href="/about/data">{m.open_data_title()}</AppLink>
        <AppLink href="/notice">{m.reports_notice()}</AppLink>
      </span>
      <VisitorLanguageLinks />
    </footer>
  )
}
