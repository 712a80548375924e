import type { JsonObject } from '../json/json.ts';
import type { BotPlace } from './bot-id.ts';
import { type Dice, dice, hexText, iso, present } from './dice.ts';
import type { Version } from './records-catalogue.ts';
import { versionFacts } from './records-integrations.ts';
import { HOUR, type Origin, type Traits } from './source.ts';

type State = {
  readonly status: string;
  readonly reason?: string;
  readonly isOff?: true;
  readonly configuration?: JsonObject;
};

const WELL: State = { status: 'registered' };
const REVOKED: State = {
  status: 'registration_failed',
  reason: 'invalid_auth: the bot token was revoked',
  configuration: { botToken: 'xoxb-21-11-revoked', signingSecret: '8f742231b10e8888', typing: true },
};

/** What is on the first bot of the list: the failing one that the first screens show. */
const FIRST: readonly (readonly [nameAndVersion: string, state: State])[] = [
  ['slack@3.1.0', REVOKED],
  ['whatsapp@4.5.6', WELL],
  ['teams@1.1.3', { status: 'registered', isOff: true }],
  ['webchat@0.3.0', WELL],
  ['borealis/flight-status@2.1.0', WELL],
  ['calendly@1.2.0', WELL],
];

function stateOf(from: Dice): State {
  const draw = from.fraction();
  if (draw < 0.04) return { status: 'registration_failed', reason: 'webhook answered 502 three times' };
  if (draw < 0.07) return { status: 'registration_pending' };
  if (draw < 0.08) return { status: 'unregistration_failed', reason: 'the account is gone' };
  if (draw < 0.09) return { status: 'unregistered', isOff: true };
  return draw < 0.13 ? { status: 'registered', isOff: true } : WELL;
}

function chosen(origin: Origin, place: BotPlace): readonly (readonly [Version, State])[] {
  const versions = origin.catalogues[place.workspace] ?? [];
  if (place.workspace === 0 && place.index === 0) {
    return FIRST.flatMap(([named, state]) =>
      versions
        .filter(({ name, version }) => `${name}@${version}` === named)
        .map(found => [found, state] as const),
    );
  }
  const from = dice(origin.seed, 'installed', place.workspace, place.index);
  const share = { everywhere: 0.7, hub: 0.15, locked: 0.1, plain: 0.04 };
  return versions
    .filter(({ role }) => from.chance(share[role]))
    .slice(0, 8)
    .map(version => [version, stateOf(from)] as const);
}

function entry(origin: Origin, version: Version, state: State): (from: Dice, traits: Traits) => JsonObject {
  return (from, { createdAt, updatedAt }) => {
    const webhookId = hexText(from, 24);
    return present({
      id: version.id,
      ...versionFacts(origin.seed, version),
      enabled: state.isOff !== true,
      status: state.status,
      statusReason: state.reason ?? null,
      configurationType: from.chance(0.3) ? 'manual' : null,
      configuration:
        state.configuration ??
        (from.chance(0.7) ? { apiKey: `key_${hexText(from, 20)}`, account: 'borealis' } : {}),
      identifier: from.chance(0.3) ? `T0${hexText(from, 8).toUpperCase()}` : undefined,
      disabledChannels: from.chance(0.1) ? ['thread'] : [],
      webhookUrl: `https://hooks.borealis.example/${webhookId}`,
      webhookId,
      createdAt: iso(createdAt + Math.min(HOUR, updatedAt - createdAt)),
      updatedAt: iso(updatedAt),
    });
  };
}

/** The map of integrations on a bot, keyed by version id (service definition). */
export function installations(origin: Origin, place: BotPlace, traits: Traits): JsonObject {
  const from = dice(origin.seed, 'entries', place.workspace, place.index);
  return Object.fromEntries(
    chosen(origin, place).map(([version, state]) => [
      version.id,
      entry(origin, version, state)(from, traits),
    ]),
  );
}
