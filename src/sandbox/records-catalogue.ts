import { dice, prefixedId } from './dice.ts';

/** One version of an integration, before it is a record. */
export type Version = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly about: string;
  /** `hub`: bots name it, but it is not in the workspace. `locked`: it cannot be deleted. */
  readonly role: 'plain' | 'everywhere' | 'hub' | 'locked';
};

type Row = readonly [
  name: string,
  versions: readonly string[],
  title: string,
  about: string,
  role?: Version['role'],
];

const ROWS: readonly Row[] = [
  ['webchat', ['0.3.0'], 'Webchat', 'A chat window for web pages.', 'everywhere'],
  ['slack', ['1.2.0', '2.0.4', '3.1.0'], 'Slack', 'Messages in Slack channels and threads.'],
  ['whatsapp', ['3.0.1', '4.2.0', '4.5.6'], 'WhatsApp', 'WhatsApp Business messages and templates.'],
  ['borealis/flight-status', ['2.1.0'], 'Flight status', 'Departures and delays of our flights.', 'locked'],
  ['calendly', ['1.2.0'], 'Calendly', 'Appointments.', 'hub'],
  ['teams', ['1.0.0', '1.1.3'], 'Teams', 'Microsoft Teams chats.'],
  ['telegram', ['0.9.2', '1.0.5'], 'Telegram', 'Telegram bots and groups.'],
  ['messenger', ['2.0.0', '2.3.1'], 'Messenger', 'Facebook Messenger pages.'],
  ['instagram', ['1.4.0'], 'Instagram', 'Instagram direct messages.'],
  ['zendesk', ['2.8.0', '3.0.0'], 'Zendesk', 'Tickets and hand-over to people.'],
  ['intercom', ['1.1.0'], 'Intercom', 'Intercom conversations.'],
  ['hubspot', ['1.0.2', '2.0.0'], 'HubSpot', 'Contacts, deals and tickets.'],
  ['salesforce', ['0.4.1'], 'Salesforce', 'Objects and cases.'],
  ['stripe', ['0.5.0', '0.6.2'], 'Stripe', 'Payments and refunds.'],
  ['gmail', ['1.3.0'], 'Gmail', 'Mail of one account.'],
  ['googlesheets', ['1.0.0', '2.1.1'], 'Google Sheets', 'Rows of spreadsheets.'],
  ['notion', ['1.0.1'], 'Notion', 'Pages and databases.'],
  ['airtable', ['0.2.0'], 'Airtable', 'Records of a base.'],
  ['github', ['1.1.0', '2.0.0'], 'GitHub', 'Issues and discussions.'],
  ['linear', ['1.2.3'], 'Linear', 'Issues of a team.'],
  ['jira', ['0.7.0'], 'Jira', 'Issues of a project.'],
  ['twilio', ['0.8.0', '1.0.0'], 'Twilio', 'Text messages and calls.'],
  ['sendgrid', ['0.3.3'], 'SendGrid', 'Outgoing mail.'],
  ['vonage', ['0.4.0'], 'Vonage', 'Text messages.'],
  ['borealis/pnr-lookup', ['0.9.0', '1.0.0'], 'Booking look-up', 'Bookings by their six letters.'],
  ['borealis/loyalty', ['1.0.0'], 'Loyalty', 'Points and levels.'],
];

const SECOND: readonly Row[] = [
  ['webchat', ['0.3.0'], 'Webchat', 'A chat window for web pages.', 'everywhere'],
  ['notes', ['0.1.0'], 'Notes', 'Something being tried out.'],
];

/** Every version that bots of a workspace can name, in a fixed order. */
export function catalogue(seed: number, workspace: number): readonly Version[] {
  const rows = [ROWS, SECOND][workspace] ?? [];
  return rows.flatMap(([name, versions, title, about, role]) =>
    versions.map(version => ({
      id: prefixedId('intver', dice(seed, 'integration', workspace, name, version)),
      name,
      version,
      title,
      about,
      role: role ?? 'plain',
    })),
  );
}
