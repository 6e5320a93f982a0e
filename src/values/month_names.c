/* values/month_names.c: the names of months, and finding a month by its name.
 *
 * The names are from the locales of glibc and from Unicode CLDR, with forms without accents and with the genitives of
 * Slavic languages, which dates contain. */
#include "values/month_names.h"

#include "base/vec.h"
#include "text/fold.h"

enum {
  MAX_NAME_LENGTH = 64,
  BUCKETS = 256,
  MIN_BYTES = 3,
  MIN_LETTERS = 3,  /* letters of an abbreviation, ... */
  ENOUGH_BYTES = 6, /* ... or its bytes, in scripts where these are two syllables */
  MIN_STEM = 4      /* letters of a name before an ending */
};

/* The months of each language from the first to the twelfth, separated by blanks; "|" separates the forms of one. */
static const struct {
  const char *language, *names;
  bool solar;
} table[] = {
    {"en", "january february march|mar april may june july august september october november december", false},
    {"fr",
     "janvier|janv février|fevrier|févr mars avril mai juin juillet|juil août|aout septembre octobre novembre "
     "décembre|decembre",
     false},
    {"de",
     "januar|jänner|jaenner februar|feber märz|maerz april mai juni juli august september oktober november dezember",
     false},
    {"es", "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre", false},
    {"it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre", false},
    {"pt", "janeiro fevereiro março|marco abril maio junho julho agosto setembro outubro novembro dezembro", false},
    {"nl", "januari februari maart|mrt april mei juni juli augustus september oktober november december", false},
    {"sv", "januari februari mars april maj juni juli augusti september oktober november december", false},
    {"da", "januar februar marts april maj juni juli august september oktober november december", false},
    {"no", "januar februar mars april mai juni juli august september oktober november desember", false},
    {"fi",
     "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
     "marraskuuta joulukuuta",
     false},
    {"is", "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember", false},
    {"pl",
     "stycznia|styczeń lutego|luty marca|marzec kwietnia|kwiecień maja czerwca|czerwiec lipca|lipiec "
     "sierpnia|sierpień września|wrzesień|wrzesnia października|październik|pazdziernika listopada grudnia|grudzień",
     false},
    {"cs",
     "ledna|leden února|únor března|březen dubna|duben května|květen června|červen|čen července|červenec|čec "
     "srpna|srpen "
     "září října|říjen listopadu|listopad prosince|prosinec",
     false},
    {"sk",
     "januára|január februára|február marca|marec apríla|apríl mája|máj júna|jún júla|júl augusta|august septembra "
     "októbra|október novembra decembra",
     false},
    {"ru",
     "января|январь февраля|февраль марта|март апреля|апрель мая|май июня|июнь июля|июль августа|август "
     "сентября|сентябрь октября|октябрь ноября|ноябрь декабря|декабрь",
     false},
    {"uk",
     "січня|січень лютого|лютий березня|березень квітня|квітень травня|травень червня|червень липня|липень "
     "серпня|серпень вересня|вересень жовтня|жовтень листопада|листопад грудня|грудень",
     false},
    {"be",
     "студзеня|студзень лютага|люты сакавіка|сакавік красавіка|красавік мая|май чэрвеня|чэрвень ліпеня|ліпень "
     "жніўня|жнівень верасня|верасень кастрычніка|кастрычнік лістапада|лістапад снежня|снежань",
     false},
    {"bg", "януари февруари март април май юни юли август септември октомври ноември декември", false},
    {"mk", "јануари февруари март април мај јуни јули август септември октомври ноември декември", false},
    {"sr", "јануар фебруар март април мај јун јул август септембар октобар новембар децембар", false},
    {"sr", "januar februar mart april maj jun|juni jul|juli avgust septembar oktobar novembar decembar", false},
    {"bs", "januar februar mart april maj juni juli august|avgust septembar oktobar novembar decembar", false},
    {"hr",
     "siječnja|siječanj veljače|veljača ožujka|ožujak travnja|travanj svibnja|svibanj lipnja|lipanj srpnja|srpanj "
     "kolovoza|kolovoz rujna|rujan listopada|listopad studenoga|studenog|studeni prosinca|prosinac",
     false},
    {"sl",
     "januarja|januar februarja|februar marca|marec aprila|april maja|maj junija|junij julija|julij avgusta|avgust "
     "septembra|september oktobra|oktober novembra|november decembra|december",
     false},
    {"ro", "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie|nov decembrie",
     false},
    {"hu",
     "január|januar február|februar március|marcius április|aprilis május|majus június|junius július|julius "
     "augusztus szeptember október|oktober november december",
     false},
    {"el",
     "ιανουαρίου|ιανουάριος|γενάρη φεβρουαρίου|φεβρουάριος|φλεβάρη μαρτίου|μάρτιος|μάρτη απριλίου|απρίλιος|απρίλη "
     "μαΐου|μαίου|μάιος|μάιο|μάη ιουνίου|ιούνιος|ιούνιο ιουλίου|ιούλιος|ιούλιο αυγούστου|αύγουστος|αύγουστο "
     "σεπτεμβρίου|σεπτέμβριος οκτωβρίου|οκτώβριος νοεμβρίου|νοέμβριος δεκεμβρίου|δεκέμβριος",
     false},
    {"tr",
     "ocak şubat|subat mart nisan mayıs|mayis haziran temmuz ağustos|agustos eylül|eylul ekim kasım|kasim "
     "aralık|aralik",
     false},
    {"az", "yanvar fevral mart aprel may iyun|iyn|İyun|İyn iyul|iyl|İyul|İyl avqust sentyabr oktyabr noyabr dekabr",
     false},
    {"uz", "yanvar fevral mart aprel may iyun|iyn iyul|iyl avgust sentabr oktabr noyabr dekabr", false},
    {"kk", "қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан", false},
    {"lt",
     "sausio|sausis vasario|vasaris kovo|kovas balandžio|balandis gegužės|gegužė birželio|birželis liepos|liepa "
     "rugpjūčio|rugpjūtis rugsėjo|rugsėjis spalio|spalis lapkričio|lapkritis gruodžio|gruodis",
     false},
    {"lv",
     "janvāris|janvārī februāris|februārī marts|martā aprīlis|aprīlī maijs|maijā jūnijs|jūnijā jūlijs|jūlijā "
     "augusts|augustā septembris|septembrī oktobris|oktobrī novembris|novembrī decembris|decembrī",
     false},
    {"et", "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember", false},
    {"ca", "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre", false},
    {"gl", "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro", false},
    {"eu", "urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua", false},
    {"ga", "eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa meán|mfómh deireadh|dfómh samhain nollaig",
     false},
    {"cy", "ionawr chwefror mawrth ebrill mai mehefin gorffennaf awst medi hydref tachwedd rhagfyr", false},
    {"sq", "janar shkurt mars prill maj qershor korrik gusht|gsh shtator tetor nëntor|nentor dhjetor", false},
    {"id", "januari februari maret april mei juni juli agustus september oktober|okt november|nopember desember",
     false},
    {"ms", "januari februari mac april mei jun julai ogos|ogo september oktober november disember", false},
    {"tl", "enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre", false},
    {"af", "januarie februarie maart april mei junie julie augustus september oktober november desember", false},
    {"sw", "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba", false},
    {"eo", "januaro februaro marto aprilo majo junio julio aŭgusto septembro oktobro novembro decembro", false},
    {"th",
     "มกราคม|ม.ค กุมภาพันธ์|ก.พ มีนาคม|มี.ค เมษายน|เม.ย พฤษภาคม|พ.ค มิถุนายน|มิ.ย กรกฎาคม|ก.ค สิงหาคม|ส.ค กันยายน|ก.ย "
     "ตุลาคม|ต.ค พฤศจิกายน|พ.ย ธันวาคม|ธ.ค",
     false},
    {"ar",
     "يناير|جانفي|كانون-الثاني فبراير|فيفري|شباط مارس|آذار|اذار أبريل|ابريل|إبريل|أفريل|نيسان مايو|ماي|أيار|ايار "
     "يونيو|يونيه|جوان|حزيران يوليو|يوليوز|يوليه|جويلية|تموز أغسطس|اغسطس|غشت|أوت|آب سبتمبر|شتنبر|أيلول|ايلول "
     "أكتوبر|اكتوبر|تشرين-الأول نوفمبر|نونبر|تشرين-الثاني ديسمبر|دجنبر|كانون-الأول",
     false},
    {"fa", "فروردین|فروردين اردیبهشت|ارديبهشت خرداد تیر|تير مرداد شهریور|شهريور مهر آبان آذر دی|دي بهمن اسفند", true},
    {"fa", "ژانویه فوریه مارس آوریل مه|می ژوئن ژوئیه|جولای اوت|آگوست سپتامبر اکتبر|اكتبر نوامبر دسامبر", false},
    {"ur", "جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر", false},
    {"he", "ינואר פברואר מרץ|מרס אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר", false},
    {"hi",
     "जनवरी|जन फ़रवरी|फरवरी मार्च अप्रैल मई जून जुलाई|जुल अगस्त|अग सितंबर|सितम्बर|सित अक्तूबर|अक्टूबर नवंबर|नवम्बर|नव "
     "दिसंबर|दिसम्बर|दिस",
     false},
    {"mr", "जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर", false},
    {"ne", "जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर", false},
    {"bn",
     "জানুয়ারি|জানুয়ারী ফেব্রুয়ারি|ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই আগস্ট|অগস্ট সেপ্টেম্বর অক্টোবর "
     "নভেম্বর ডিসেম্বর",
     false},
    {"pa", "ਜਨਵਰੀ ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ", false},
    {"ta", "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்", false},
    {"te", "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై|జూలై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్", false},
    {"gu", "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ સપ્ટેમ્બર ઑક્ટોબર નવેમ્બર ડિસેમ્બર", false},
    {"kn", "ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್", false},
    {"ml", "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ്|മെയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ്|ആഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ", false},
    {"ka", "იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი", false},
    {"hy",
     "հունվարի|հնվ փետրվարի|փտր մարտի ապրիլի մայիսի հունիսի|հնս հուլիսի|հլս օգոստոսի|օգս սեպտեմբերի հոկտեմբերի "
     "նոյեմբերի|նմբ դեկտեմբերի",
     false},
    {"km", "មករា កុម្ភៈ មីនា មេសា ឧសភា មិថុនា កក្កដា សីហា កញ្ញា តុលា វិច្ឆិកា ធ្នូ", false},
};

enum { LANGUAGES = sizeof table / sizeof *table };

typedef struct name {
  detm_text text;
  uint32_t next; /* next in its bucket, UINT32_MAX = none */
  uint8_t month;
  bool solar, own; /* own: a name in the page's language */
} name;

struct dt_months {
  dt_arena *arena;
  const char *language;
  uint32_t buckets[BUCKETS], count, capacity;
  name *names; /* NULL = the table is not read yet */
};

/* Hashes the first three bytes, in which a word and the name that it matches agree. */
static unsigned bucket_of(const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  return (at[0] * 31U + at[1] * 7U + at[2] * 5U) % BUCKETS;
}

/* Whether a row has the page's language, with any region. */
static bool is_language(const char *row, const char *language) {
  static const char *const others[][2] = {{"nb", "no"}, {"nn", "no"}, {"fil", "tl"}};
  size_t length = strcspn(language, "-_");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strlen(others[i][0]) == length && strncmp(others[i][0], language, length) == 0)
      return strcmp(row, others[i][1]) == 0;
  return strlen(row) == length && strncmp(row, language, length) == 0;
}

static void read_table(dt_months *months) {
  memset(months->buckets, 0xff, sizeof months->buckets);
  for (size_t row = LANGUAGES; row-- > 0;) {
    bool own = is_language(table[row].language, months->language), solar = table[row].solar;
    uint8_t month = 1;
    for (const char *at = table[row].names, *end; *at != '\0'; at = end + (*end != '\0')) {
      end = at + strcspn(at, " |");
      uint32_t *bucket = &months->buckets[bucket_of(at)];
      DT_RESERVE(months->arena, months->names, months->count, months->capacity, 1);
      months->names[months->count] = (name){dt_text_between(at, end), *bucket, month, solar, own};
      *bucket = months->count++;
      if (*end == ' ') month++;
    }
  }
}

dt_months *dt_months_of(dt_arena *arena, const char *language) {
  dt_months *months = DT_ZERO(arena, dt_months, 1);
  months->arena = arena;
  months->language = language;
  return months;
}

/* Returns how well a word matches a name: 0 = not at all. */
static int fit_of(const name *entry, detm_text word) {
  size_t shorter = word.length < entry->text.length ? word.length : entry->text.length;
  if (memcmp(word.data, entry->text.data, shorter) != 0) return 0;
  if (word.length == entry->text.length) return entry->own ? 5 : 4;
  size_t letters = dt_utf8_count((detm_text){word.data, shorter});
  if (letters < MIN_LETTERS && shorter < ENOUGH_BYTES) return 0;
  if (word.length < entry->text.length) return entry->own ? 3 : 2;
  return entry->own && letters >= MIN_STEM ? 1 : 0;
}

static dt_month look_up(const dt_months *months, detm_text word) {
  dt_month month = {0};
  int best = 0;
  if (word.length < MIN_BYTES) return month;
  for (uint32_t at = months->buckets[bucket_of(word.data)]; at != UINT32_MAX; at = months->names[at].next) {
    int fit = fit_of(&months->names[at], word);
    if (fit <= best) continue;
    best = fit;
    month = (dt_month){months->names[at].month, months->names[at].solar};
  }
  return month;
}

/* Hebrew writes "in" and the month as one word; Hindi ends abbreviations with a special character. */
dt_month dt_month_named(dt_months *months, detm_text word) {
  static const char in[] = "ב", shortened[] = "॰";
  size_t sign = sizeof shortened - 1;
  if (word.length > sign && memcmp(word.data + word.length - sign, shortened, sign) == 0) word.length -= sign;
  char folded[MAX_NAME_LENGTH];
  if (word.length == 0 || word.length > sizeof folded) return (dt_month){0};
  if (months->names == NULL) read_table(months);
  memcpy(folded, word.data, word.length);
  dt_fold(folded, word.length);
  dt_month month = look_up(months, (detm_text){folded, word.length});
  size_t prefix = sizeof in - 1;
  if (month.number == 0 && word.length > prefix && memcmp(folded, in, prefix) == 0)
    month = look_up(months, (detm_text){folded + prefix, word.length - prefix});
  return month;
}
