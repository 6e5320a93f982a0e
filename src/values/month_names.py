#!/usr/bin/env python3
"""Writes month_names_table.h: the names of months, sorted by their first bytes.

    python3 src/values/month_names.py > src/values/month_names_table.h

The names are from the locales of glibc and from Unicode CLDR, with forms without accents and with the genitives of
Slavic languages, which dates contain.  The build does not need Python: the table is committed."""
import sys

# The months of each language from the first to the twelfth, separated by blanks; "|" separates the forms of one.
LANGUAGES = (
    ("en", "january february march|mar april may june july august september october november december"),
    ("fr", "janvier|janv février|fevrier|févr mars avril mai juin juillet|juil août|aout septembre octobre novembre "
           "décembre|decembre"),
    ("de", "januar|jänner|jaenner februar|feber märz|maerz april mai juni juli august september oktober november "
           "dezember"),
    ("es", "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre"),
    ("it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
    ("pt", "janeiro fevereiro março|marco abril maio junho julho agosto setembro outubro novembro dezembro"),
    ("nl", "januari februari maart|mrt april mei juni juli augustus september oktober november december"),
    ("sv", "januari februari mars april maj juni juli augusti september oktober november december"),
    ("da", "januar februar marts april maj juni juli august september oktober november december"),
    ("no", "januar februar mars april mai juni juli august september oktober november desember"),
    ("fi", "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta "
           "lokakuuta marraskuuta joulukuuta"),
    ("is", "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember"),
    ("pl", "stycznia|styczeń lutego|luty marca|marzec kwietnia|kwiecień maja czerwca|czerwiec lipca|lipiec "
           "sierpnia|sierpień września|wrzesień|wrzesnia października|październik|pazdziernika listopada "
           "grudnia|grudzień"),
    ("cs", "ledna|leden února|únor března|březen dubna|duben května|květen června|červen|čen července|červenec|čec "
           "srpna|srpen září října|říjen listopadu|listopad prosince|prosinec"),
    ("sk", "januára|január februára|február marca|marec apríla|apríl mája|máj júna|jún júla|júl augusta|august "
           "septembra októbra|október novembra decembra"),
    ("ru", "января|январь февраля|февраль марта|март апреля|апрель мая|май июня|июнь июля|июль августа|август "
           "сентября|сентябрь октября|октябрь ноября|ноябрь декабря|декабрь"),
    ("uk", "січня|січень лютого|лютий березня|березень квітня|квітень травня|травень червня|червень липня|липень "
           "серпня|серпень вересня|вересень жовтня|жовтень листопада|листопад грудня|грудень"),
    ("be", "студзеня|студзень лютага|люты сакавіка|сакавік красавіка|красавік мая|май чэрвеня|чэрвень ліпеня|ліпень "
           "жніўня|жнівень верасня|верасень кастрычніка|кастрычнік лістапада|лістапад снежня|снежань"),
    ("bg", "януари февруари март април май юни юли август септември октомври ноември декември"),
    ("mk", "јануари февруари март април мај јуни јули август септември октомври ноември декември"),
    ("sr", "јануар фебруар март април мај јун јул август септембар октобар новембар децембар"),
    ("sr", "januar februar mart april maj jun|juni jul|juli avgust septembar oktobar novembar decembar"),
    ("bs", "januar februar mart april maj juni juli august|avgust septembar oktobar novembar decembar"),
    ("hr", "siječnja|siječanj veljače|veljača ožujka|ožujak travnja|travanj svibnja|svibanj lipnja|lipanj "
           "srpnja|srpanj kolovoza|kolovoz rujna|rujan listopada|listopad studenoga|studenog|studeni "
           "prosinca|prosinac"),
    ("sl", "januarja|januar februarja|februar marca|marec aprila|april maja|maj junija|junij julija|julij "
           "avgusta|avgust septembra|september oktobra|oktober novembra|november decembra|december"),
    ("ro", "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie|nov decembrie"),
    ("hu", "január|januar február|februar március|marcius április|aprilis május|majus június|junius július|julius "
           "augusztus szeptember október|oktober november december"),
    ("el", "ιανουαρίου|ιανουάριος|γενάρη φεβρουαρίου|φεβρουάριος|φλεβάρη μαρτίου|μάρτιος|μάρτη "
           "απριλίου|απρίλιος|απρίλη μαΐου|μαίου|μάιος|μάιο|μάη ιουνίου|ιούνιος|ιούνιο ιουλίου|ιούλιος|ιούλιο "
           "αυγούστου|αύγουστος|αύγουστο σεπτεμβρίου|σεπτέμβριος οκτωβρίου|οκτώβριος νοεμβρίου|νοέμβριος "
           "δεκεμβρίου|δεκέμβριος"),
    ("tr", "ocak şubat|subat mart nisan mayıs|mayis haziran temmuz ağustos|agustos eylül|eylul ekim kasım|kasim "
           "aralık|aralik"),
    ("az", "yanvar fevral mart aprel may iyun|iyn|İyun|İyn iyul|iyl|İyul|İyl avqust sentyabr oktyabr noyabr dekabr"),
    ("uz", "yanvar fevral mart aprel may iyun|iyn iyul|iyl avgust sentabr oktabr noyabr dekabr"),
    ("kk", "қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан"),
    ("lt", "sausio|sausis vasario|vasaris kovo|kovas balandžio|balandis gegužės|gegužė birželio|birželis "
           "liepos|liepa rugpjūčio|rugpjūtis rugsėjo|rugsėjis spalio|spalis lapkričio|lapkritis gruodžio|gruodis"),
    ("lv", "janvāris|janvārī februāris|februārī marts|martā aprīlis|aprīlī maijs|maijā jūnijs|jūnijā jūlijs|jūlijā "
           "augusts|augustā septembris|septembrī oktobris|oktobrī novembris|novembrī decembris|decembrī"),
    ("et", "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember"),
    ("ca", "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre"),
    ("gl", "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro"),
    ("eu", "urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua"),
    ("ga", "eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa meán|mfómh deireadh|dfómh samhain nollaig"),
    ("cy", "ionawr chwefror mawrth ebrill mai mehefin gorffennaf awst medi hydref tachwedd rhagfyr"),
    ("sq", "janar shkurt mars prill maj qershor korrik gusht|gsh shtator tetor nëntor|nentor dhjetor"),
    ("id", "januari februari maret april mei juni juli agustus september oktober|okt november|nopember desember"),
    ("ms", "januari februari mac april mei jun julai ogos|ogo september oktober november disember"),
    ("tl", "enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre"),
    ("af", "januarie februarie maart april mei junie julie augustus september oktober november desember"),
    ("sw", "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba"),
    ("eo", "januaro februaro marto aprilo majo junio julio aŭgusto septembro oktobro novembro decembro"),
    ("th", "มกราคม|ม.ค กุมภาพันธ์|ก.พ มีนาคม|มี.ค เมษายน|เม.ย พฤษภาคม|พ.ค มิถุนายน|มิ.ย กรกฎาคม|ก.ค สิงหาคม|ส.ค "
           "กันยายน|ก.ย ตุลาคม|ต.ค พฤศจิกายน|พ.ย ธันวาคม|ธ.ค"),
    ("ar", "يناير|جانفي|كانون-الثاني فبراير|فيفري|شباط مارس|آذار|اذار أبريل|ابريل|إبريل|أفريل|نيسان "
           "مايو|ماي|أيار|ايار يونيو|يونيه|جوان|حزيران يوليو|يوليوز|يوليه|جويلية|تموز أغسطس|اغسطس|غشت|أوت|آب "
           "سبتمبر|شتنبر|أيلول|ايلول أكتوبر|اكتوبر|تشرين-الأول نوفمبر|نونبر|تشرين-الثاني ديسمبر|دجنبر|كانون-الأول"),
    ("fa-solar", "فروردین|فروردين اردیبهشت|ارديبهشت خرداد تیر|تير مرداد شهریور|شهريور مهر آبان آذر دی|دي بهمن اسفند"),
    ("fa", "ژانویه فوریه مارس آوریل مه|می ژوئن ژوئیه|جولای اوت|آگوست سپتامبر اکتبر|اكتبر نوامبر دسامبر"),
    ("ur", "جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر"),
    ("he", "ינואר פברואר מרץ|מרס אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"),
    ("hi", "जनवरी|जन फ़रवरी|फरवरी मार्च अप्रैल मई जून जुलाई|जुल अगस्त|अग सितंबर|सितम्बर|सित अक्तूबर|अक्टूबर "
           "नवंबर|नवम्बर|नव दिसंबर|दिसम्बर|दिस"),
    ("mr", "जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर"),
    ("ne", "जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर"),
    ("bn", "জানুয়ারি|জানুয়ারী ফেব্রুয়ারি|ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই আগস্ট|অগস্ট সেপ্টেম্বর অক্টোবর "
           "নভেম্বর ডিসেম্বর"),
    ("pa", "ਜਨਵਰੀ ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ"),
    ("ta", "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்"),
    ("te", "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై|జూలై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్"),
    ("gu", "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ સપ્ટેમ્બર ઑક્ટોબર નવેમ્બર ડિસેમ્બર"),
    ("kn", "ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್"),
    ("ml", "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ്|മെയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ്|ആഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ"),
    ("ka", "იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი"),
    ("hy", "հունվարի|հնվ փետրվարի|փտր մարտի ապրիլի մայիսի հունիսի|հնս հուլիսի|հլս օգոստոսի|օգս սեպտեմբերի հոկտեմբերի "
           "նոյեմբերի|նմբ դեկտեմբերի"),
    ("km", "មករា កុម្ភៈ មីនា មេសា ឧសភា មិថុនា កក្កដា សីហា កញ្ញា តុលា វិច្ឆិកា ធ្នូ"),
)
SOLAR = "-solar"  # months of the solar Hijri calendar
PREFIX = 3        # bytes; a word and the name that it matches agree in them


def names():
    """The names in the order in which they are compared: of equal prefixes, the last name of the first row first."""
    for language, months in LANGUAGES:
        found = [(name.encode(), language.removesuffix(SOLAR), number, language.endswith(SOLAR))
                 for number, forms in enumerate(months.split(), 1) for name in forms.split("|")]
        assert found[-1][2] == 12 and all(len(row[0]) >= PREFIX for row in found), language
        yield from reversed(found)


def main():
    print("/* values/month_names_table.h: names of months, sorted by their first %d bytes." % PREFIX)
    print(" *\n * Generated by src/values/month_names.py; do not edit. */\n/* clang-format off */\n")
    rows = [f'{{"{name.decode()}", "{language}", {number}, {str(solar).lower()}}}'
            for name, language, number, solar in sorted(names(), key=lambda row: row[0][:PREFIX])]
    print("static const month_name names[] = {")
    for start in range(0, len(rows), 4):
        print("    " + ", ".join(rows[start:start + 4]) + ",")
    print("};")
    print("\n/* Bit b - 'a' of item a - 'a': whether a name begins with the letters a and b. */")
    print("static const uint32_t name_starts[26] = {")
    starts = [0] * 26
    for name, *_ in names():
        first, second = name[0] - ord("a"), name[1] - ord("a")
        if 0 <= first < 26 and 0 <= second < 26:
            starts[first] |= 1 << second
    for start in range(0, 26, 8):
        print("    " + ", ".join(f"{bits:#x}" for bits in starts[start:start + 8]) + ",")
    print("};")


if __name__ == "__main__":
    sys.exit(main())
