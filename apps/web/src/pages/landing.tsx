import './landing.css'
import { m } from '../i18n/messages.ts'
import { useTitle } from '../lib/title.ts'
import map from '../ui/art/blurb-map.svg?url'
import photoRail from '../ui/art/blurb-photo-1.svg?url'
import photoBoard from '../ui/art/blurb-photo-2.svg?url'
import photoQuarter from '../ui/art/blurb-photo-3.svg?url'
import hero from '../ui/art/hero.svg?url'
import { ButtonLink } from '../ui/button.tsx'
import { AppLink } from '../ui/link.tsx'
import { TypePin } from '../ui/type-glyph.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

// Where they stand in the little map, the style sheet says.
const PINS = [
  { type: 'stairs', size: 32, selected: false },
  { type: 'ledges', size: 38, selected: false },
  { type: 'rails', size: 52, selected: true },
  { type: 'bowl', size: 38, selected: false },
  { type: 'diy', size: 38, selected: false },
]

// The buttons that speak of joining open the form on its sign-up side.
const JOINING = '/auth?mode=sign-up'

/** The landing page of visitors, at `/` and `/welcome`. Dark in both themes: the hero is a picture of dusk. */
export function LandingPage() {
  useTitle(m.shell_tagline())
  return (
    <div className="landing" data-theme="dark">
      <div className="landing-top">
        <div className="landing-art">
          <img src={hero} alt={m.landing_hero_alt()} width="390" height="640" fetchPriority="high" />
        </div>
        <header className="landing-head">
          <Wordmark onDark />
          <ButtonLink href={JOINING} variant="glass" size="sm">
            {m.landing_get_started()}
          </ButtonLink>
        </header>
        <main id="main" tabIndex={-1} className="landing-hero">
          <h1>{m.shell_tagline()}</h1>
          <p>{m.landing_lead()}</p>
          <div className="landing-actions">
            <ButtonLink href={JOINING} variant="primary" size="lg" wide>
              {m.landing_explore()}
            </ButtonLink>
            <AppLink href="/spots" className="link">
              {m.landing_look()}
            </AppLink>
          </div>
        </main>
      </div>
      <section className="landing-blurbs">
        <div>
          <div className="landing-picture">
            <img src={map} alt="" width="350" height="224" />
            {PINS.map(({ type, size, selected }) => (
              <span key={type} className={`landing-pin landing-pin-${type}`}>
                <TypePin type={type} size={size} selected={selected} />
              </span>
            ))}
          </div>
          <h2>{m.landing_map_title()}</h2>
          <p>{m.landing_map_text()}</p>
        </div>
        <div>
          <div className="landing-picture landing-trio">
            <img src={photoRail} alt="" width="230" height="224" />
            <img src={photoBoard} alt="" width="116" height="112" />
            <img src={photoQuarter} alt="" width="116" height="112" />
          </div>
          <h2>{m.landing_share_title()}</h2>
          <p>{m.landing_share_text()}</p>
        </div>
      </section>
      <section className="landing-block">
        <div>
          <h2>{m.landing_block_title()}</h2>
          <ButtonLink href={JOINING} size="lg" wide>
            {m.landing_sign_up()}
          </ButtonLink>
        </div>
      </section>
      <footer className="landing-foot">
        <Wordmark onDark />
        <span>{m.landing_copyright()}</span>
        <span className="landing-rules">
          <AppLink href="/terms">{m.legal_terms()}</AppLink>
          <AppLink href="/privacy">{m.legal_privacy()}</AppLink>
          <AppLink href="/notice">{m.legal_notice()}</AppLink>
        </span>
      </footer>
    </div>
  )
}
