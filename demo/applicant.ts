import { DAY } from '../src/core/time.ts';
import { DemoActs } from './acts.ts';
import { demoPerson } from './people.ts';

/** The applicant of the demo world, who has answered the first two parts and part of the third. */
export class DemoApplicant extends DemoActs {
  async begin(): Promise<void> {
    const { clock, now } = this.setup;
    clock.at = new Date(now.getTime() - 3 * DAY);
    const who = await this.named('sofia');
    const { first_name, last_name } = demoPerson('sofia');
    const parts = {
      you: {
        legal_name: `${first_name} ${last_name}`,
        license_key: 'MD',
        phone_number: '+1 619 555 0168',
        city: 'San Diego',
        state: 'CA',
        languages: ['English', 'Spanish'],
      },
      credentials: {
        licenses: [{ state: 'CA', number: 'A-155203', expires_on: '2028-02-29' }],
        training: [{ what: 'MD', where: 'UC San Diego', year: '2009' }],
      },
      practice: { setting: 'Community hospital', years_in_practice: 12 },
    };
    for (const [part, data] of Object.entries(parts))
      await this.put(who, `/api/v1/application/parts/${part}`, { version: 0, data });
    await this.settle();
  }
}
