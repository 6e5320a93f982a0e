/* html/wall/phrases.h: what pages that only block say, by reason and language.
 *
 * A row is (reason, language, words).  It matches a sentence that has all of its words, in any order: "robot*" is the
 * beginning of a word, "sign_in" two words in this order; words of Chinese and Japanese are parts of the sentence. Rows
 * are of two or more words where one word is also in other sentences.  Sentences are in lower case, with ' for all
 * apostrophes and blanks for other punctuation. */
/* clang-format off */
#define DT_WALL_PHRASES(X)                                                                                            \
  X(EXPLAINS, en, "how|what|what's|fix*|guide|tips|about|meaning|explained|tutorial|solved|solution|troubleshoot*") \
  X(EXPLAINS, de, "wie|warum|anleitung|tipps|über|bedeutung|lösung|ratgeber") \
  X(EXPLAINS, fr, "comment_faire|comment_se|comment_les|comment_le|comment_la|qu'est-ce|guide|résoudre|signification|pourquoi|corriger") \
  X(EXPLAINS, es, "cómo|qué|guía|solución|solucionar|consejos") \
  X(EXPLAINS, it, "come_fare|come_si|perché|cosa|cos'è|guida|risolvere|consigli") \
  X(EXPLAINS, pt, "como_fazer|como|o_que|guia|solução|resolver|dicas") \
  X(EXPLAINS, nl, "hoe|waarom|tips|oplossen|uitleg|handleiding") \
  X(EXPLAINS, pl, "jak|dlaczego|poradnik|rozwiązanie|naprawić") \
  X(EXPLAINS, ru, "как|что_такое|почему|исправить|инструкция|советы") \
  X(EXPLAINS, tr, "nasıl|nedir|neden|çözüm*|rehber*") \
  X(EXPLAINS, ja, "方法|とは|について|やり方|手順|対処") \
  X(EXPLAINS, zh, "如何|怎么|怎樣|什么是|什麼是|教程|方法|解决|解決|指南") \
  X(EXPLAINS, ko, "방법|하는_법|이란|알아보기|가이드|해결") \
  X(EXPLAINS, sv, "hur|varför|guide|tips|så_fungerar") \
  X(EXPLAINS, da, "hvordan|hvorfor|guide|tips") \
  X(EXPLAINS, cs, "jak|proč|návod|tipy|řešení") \
  X(EXPLAINS, uk, "як|чому|що_таке|поради|інструкція") \
                                                                                                                      \
  X(ADDRESSES, en, "you|your|you're|you've|we|we're|we'll|our|us|this|please|sorry|oops|i'm|my|that|it|again|here") \
  X(ADDRESSES, de, "sie|ihr*|du|dein*|dich|wir|unser*|uns|diese*|bitte|leider|hoppla") \
  X(ADDRESSES, fr, "vous|votre|vos|nous|notre|nos|cette|ce|veuillez|désolé*|merci|oups|êtes-vous") \
  X(ADDRESSES, es, "su|sus|tu|tus|usted|te|nos*|nuestr*|esta|este|sentimos|favor|ups|estamos|buscas|busca|hemos|eres") \
  X(ADDRESSES, it, "tuo|tua|tue|tuoi|suo|sua|noi|nostr*|questa|questo|ci|spiacenti|prego|ops|stiamo|cercando|sei|devi") \
  X(ADDRESSES, pt, "seu|sua|seus|suas|você|nós|noss*|esta|este|desculpe|favor|ops|estamos|procura|não_encontr*|te") \
  X(ADDRESSES, nl, "u|uw|je|jouw|wij|we|ons|onze|deze|dit|helaas|sorry|oeps|bent") \
  X(ADDRESSES, pl, "twoj*|twój|ci|my|nasz*|tę|ta|tej|ten|przepraszamy|proszę|jesteś|szukasz|ups") \
  X(ADDRESSES, ru, "вы|ваш*|вас|вам|мы|наш*|эта|эту|этой|этот|извините|пожалуйста|вами|такой|к_сожалению|ой") \
  X(ADDRESSES, tr, "siz*|bu|lütfen|üzgünüz|bizim|sitemiz*|aradığınız|tarayıcınız|maalesef") \
  X(ADDRESSES, ja, "ください|ません|この|お客様|お探し|ご指定|ただいま|申し訳|あなた|いただけません") \
  X(ADDRESSES, zh, "您|你|我们|我們|抱歉|请|請|此|该|您的|很抱歉") \
  X(ADDRESSES, ko, "귀하|고객님|회원님|하세요|해_주세요|하십시오|주세요|주십시오|요청하신|찾으시는|죄송|저희|이_페이지|습니다|없습니다") \
  X(ADDRESSES, sv, "du|din*|ditt|dig|vi|vår*|oss|denna|detta|tyvärr|ursäkta|hoppsan|här|sidan") \
  X(ADDRESSES, da, "du|din*|dit|dig|vi|vores|os|denne|dette|desværre|beklager|ups|venligst|siden") \
  X(ADDRESSES, nb, "du|din*|ditt|deg|vi|vår*|oss|denne|dette|dessverre|beklager|oops|vennligst|siden") \
  X(ADDRESSES, fi, "sinu*|te|tei*|me|meidän|tämä|valitettavasti|pahoittelemme|hups|ole_hyvä|etsimääsi|sivu*") \
  X(ADDRESSES, cs, "vy|váš|vaše*|vás|jste|my|náš|naše*|tato|tuto|prosím|omlouváme|bohužel|jejda|hledáte") \
  X(ADDRESSES, uk, "ви|ваш*|вас|вам|ми|наш*|ця|цю|цієї|цей|вибачте|будь_ласка|на_жаль") \
  X(ADDRESSES, hu, "ön|az_ön|kérjük|sajnos|sajnáljuk|ez_az|oldal*|elnézést") \
  X(ADDRESSES, ro, "dvs|dumneavoastră|vă|te|noi|noastr*|această|acest|ne_pare_rău|rugăm|căutați|pagina") \
  \
  X(SIGN_IN, en, "sign_in to") \
  X(SIGN_IN, en, "log_in to") \
  X(SIGN_IN, en, "login to") \
  X(SIGN_IN, en, "please sign_in|log_in|login|log_on") \
  X(SIGN_IN, en, "must|need|have_to|required sign_in|log_in|login|logged_in|signed_in|log_on|authenticat*") \
  X(SIGN_IN, en, "sign_in|log_in|login|log_on continue|view|access|your|account|form|page|required") \
  X(SIGN_IN, en, "only|before|until sign_in|log_in|logged_in|signed_in|registered_users|members_only") \
  X(SIGN_IN, en, "^sign_in|log_in|login|log_on|member_login|user_login|sign_in_required|account_login") \
  X(SIGN_IN, en, "not logged_in|signed_in") \
  X(SIGN_IN, en, "session expired|timed_out|ended") \
  X(SIGN_IN, en, "authentication|authorization required|needed") \
  X(SIGN_IN, en, "enter your password|username|credentials") \
  X(SIGN_IN, en, "forgot|forgotten|lost|reset password|username") \
  X(SIGN_IN, en, "don't_have|no|new|need_an account|here create|yet|sign_up|register|account") \
  X(SIGN_IN, en, "welcome_back") \
  X(SIGN_IN, en, "subscribe|subscription|subscriber*|subscribers_only continue|keep_reading|to_read|read_on|unlimited|full_access|only|already") \
  X(SIGN_IN, en, "free_articles|free_stories|article_limit|last_free_article|metered read|reached|used|month|limit|remaining") \
  X(SIGN_IN, de, "abonnieren|abonnent*|abo weiterlesen|lesen|nur|jetzt|testen|bereits|zugang") \
  X(SIGN_IN, fr, "abonnez-vous|abonné*|abonnement lire|suite|réservé|accéder|illimité|déjà") \
  X(SIGN_IN, es, "suscríbete|suscriptor*|suscripción|suscríbase leer|seguir|leyendo|exclusiv*|acceso|ilimitado|ya") \
  X(SIGN_IN, de, "anmelde*|einlogg*|login bitte|müssen|um|erforderlich|mit|fortzu*|weiter*|zuerst|konto|kennwort|passwort") \
  X(SIGN_IN, de, "melden|loggen sie_sich|dich|ein|an bitte|um|mit|zuerst|weiter*") \
  X(SIGN_IN, de, "^anmelden|anmeldung|einloggen|login|kundenlogin|mitgliederbereich|mitglieder-login") \
  X(SIGN_IN, de, "nicht angemeldet|eingeloggt") \
  X(SIGN_IN, de, "nur|erst angemeldet*|anmeldung|registrierte*|mitglieder|eingeloggt*") \
  X(SIGN_IN, de, "sitzung abgelaufen|beendet") \
  X(SIGN_IN, de, "passwort|kennwort vergessen|zurücksetzen") \
  X(SIGN_IN, de, "noch kein konto|zugang|registriert") \
  X(SIGN_IN, fr, "connectez-vous|identifiez-vous|authentifiez-vous|connectez_vous") \
  X(SIGN_IN, fr, "devez|veuillez|faut|nécessaire|requise connect*|identifi*|authentifi*|connexion") \
  X(SIGN_IN, fr, "^connexion|se_connecter|identification|authentification|espace_client|espace_membre*|accès_membre*") \
  X(SIGN_IN, fr, "connexion|connecter requise|compte|continuer|accéder") \
  X(SIGN_IN, fr, "réservé* membres|abonnés|adhérents|inscrits|connectés|utilisateurs") \
  X(SIGN_IN, fr, "session expiré*") \
  X(SIGN_IN, fr, "mot_de_passe oublié*") \
  X(SIGN_IN, fr, "pas encore|de compte|inscrit|inscrire") \
  X(SIGN_IN, es, "inicia|inicie|iniciar|inicio sesión") \
  X(SIGN_IN, es, "debe|debes|necesita*|tienes_que identificar*|identificarse|registrado|acceder|autenticar*|conectar*") \
  X(SIGN_IN, es, "^acceso|acceder|identifícate|identifíquese|iniciar_sesión|área_privada|zona_privada|acceso_clientes|acceso_socios") \
  X(SIGN_IN, es, "sesión caducad*|expirad*|terminad*") \
  X(SIGN_IN, es, "olvidad*|olvidaste|olvidó|recuperar contraseña|clave") \
  X(SIGN_IN, es, "solo|sólo usuarios|socios|miembros registrados|identificad*|pueden|socios|miembros") \
  X(SIGN_IN, es, "no|aún tienes|tiene cuenta") \
  X(SIGN_IN, it, "accedi|accedere|effettua|effettuare|esegui|eseguire account|login|accesso|continuare|accedi|autenticazione") \
  X(SIGN_IN, it, "devi|occorre|necessario|bisogna|prego accedere|autenticar*|login|autenticazione|effettuare") \
  X(SIGN_IN, it, "^accedi|accesso|area_riservata|login|autenticazione|area_clienti|area_soci") \
  X(SIGN_IN, it, "sessione scaduta|terminata") \
  X(SIGN_IN, it, "password dimenticat*|recupera*|smarrita") \
  X(SIGN_IN, it, "riservat* utenti|soci|abbonati|iscritti|registrati|clienti") \
  X(SIGN_IN, it, "non hai|sei account|registrato|iscritto") \
  X(SIGN_IN, pt, "inicie|iniciar|faça|fazer|efetue|entre sessão|login|conta") \
  X(SIGN_IN, pt, "precisa|deve|necessário|tem_de entrar|login|sessão|autenticar*|autenticado|conectado|logado") \
  X(SIGN_IN, pt, "^entrar|login|iniciar_sessão|área_reservada|acesso_restrito|área_de_cliente|área_do_cliente|acesse_sua_conta") \
  X(SIGN_IN, pt, "sessão expir*|terminou|encerrada") \
  X(SIGN_IN, pt, "esquec* senha|palavra-passe|password") \
  X(SIGN_IN, pt, "apenas|só|somente|exclusiv* utilizadores|usuários|membros|sócios|assinantes registados|cadastrados|autenticados|membros|sócios|assinantes|logados") \
  X(SIGN_IN, pt, "não|ainda tem|possui conta|cadastro") \
  X(SIGN_IN, nl, "log|meld in|aan eerst|om|met|alstublieft|verder") \
  X(SIGN_IN, nl, "moet|dient|vereist|nodig inlog*|ingelogd|aanmeld*|aangemeld|in_te_loggen|aan_te_melden") \
  X(SIGN_IN, nl, "^inloggen|aanmelden|inlogpagina|ledenlogin|mijn_account") \
  X(SIGN_IN, nl, "alleen leden|ingelogde|geregistreerde") \
  X(SIGN_IN, nl, "niet ingelogd|aangemeld") \
  X(SIGN_IN, nl, "sessie verlopen|beëindigd") \
  X(SIGN_IN, nl, "wachtwoord vergeten|kwijt") \
  X(SIGN_IN, nl, "nog geen account|lid") \
  X(SIGN_IN, pl, "zaloguj|zalogować|zalogowan*") \
  X(SIGN_IN, pl, "^logowanie|zaloguj_się|panel_klienta|strefa_klienta|strefa_członka") \
  X(SIGN_IN, pl, "logowanie|logowania wymagane|wymaga|konto|konta") \
  X(SIGN_IN, pl, "sesja wygasła|zakończona") \
  X(SIGN_IN, pl, "zapomniał*|nie_pamiętasz|odzyskaj hasł*") \
  X(SIGN_IN, pl, "nie masz konta") \
  X(SIGN_IN, ru, "войдите|войти|авторизуйтесь|авторизоваться|залогиньтесь чтобы|аккаунт|систему|пожалуйста|необходимо|нужно|сайт|кабинет|свой") \
  X(SIGN_IN, ru, "^вход|войти|авторизация|личный_кабинет|вход_в_систему|вход_на_сайт|вход_в_личный_кабинет") \
  X(SIGN_IN, ru, "требуется|необходима|нужна авторизация|вход|регистрация") \
  X(SIGN_IN, ru, "только зарегистрированн*|авторизованн*|участник*|пользовател*") \
  X(SIGN_IN, ru, "сессия|сеанс истекл*|истек|завершен*|истёк") \
  X(SIGN_IN, ru, "забыли|восстановить|напомнить пароль") \
  X(SIGN_IN, ru, "нет аккаунта|учётной_записи|учетной_записи") \
  X(SIGN_IN, tr, "giriş yap*|yapın|gerek*|lütfen|devam") \
  X(SIGN_IN, tr, "oturum aç*|açın|açmanız|sona|süre*") \
  X(SIGN_IN, tr, "^giriş|üye_girişi|oturum_aç|giriş_yap|müşteri_girişi") \
  X(SIGN_IN, tr, "şifre*|parola* unut*|sıfırla*") \
  X(SIGN_IN, tr, "sadece|yalnızca üye*|kayıtlı|giriş") \
  X(SIGN_IN, tr, "hesabınız|hesabın yok") \
  X(SIGN_IN, ja, "ログイン して|が必要|ください|必要|会員") \
  X(SIGN_IN, ja, "^ログイン|サインイン|会員ログイン|ログインページ|マイページログイン") \
  X(SIGN_IN, ja, "サインイン して|が必要|ください") \
  X(SIGN_IN, ja, "パスワード 忘れ|お忘れ") \
  X(SIGN_IN, ja, "会員 限定|専用|のみ|登録がお済みでない") \
  X(SIGN_IN, ja, "セッション 切れ|期限|タイムアウト|終了") \
  X(SIGN_IN, zh, "登录|登入|登錄 请|請|后|後|需要|才能|先|您的|账号|帐户|账户|帳號|继续|繼續") \
  X(SIGN_IN, zh, "^登录|登入|登錄|用户登录|會員登入|会员登录|账号登录|请登录") \
  X(SIGN_IN, zh, "忘记|忘記|找回 密码|密碼") \
  X(SIGN_IN, zh, "未|没有|尚未|還沒有|还没有 登录|登入|账号|帳號|注册|註冊") \
  X(SIGN_IN, zh, "会话|會話|登录|登入 过期|過期|超时|逾時|失效") \
  X(SIGN_IN, ko, "로그인 필요|하세요|해_주세요|하십시오|후|후에|계속|이용|회원") \
  X(SIGN_IN, ko, "^로그인|회원_로그인|로그인이_필요합니다|로그인_페이지") \
  X(SIGN_IN, ko, "비밀번호|아이디 찾기|잊으셨|입력") \
  X(SIGN_IN, ko, "세션|로그인 만료|종료") \
  X(SIGN_IN, sv, "logga in|inloggad för|först|fortsätta|måste|behöver|se|ditt|här") \
  X(SIGN_IN, sv, "^logga_in|inloggning|mina_sidor") \
  X(SIGN_IN, sv, "glömt|återställ lösenord*") \
  X(SIGN_IN, da, "log|logge|logget ind for|først|fortsætte|skal|venligst|se|din") \
  X(SIGN_IN, da, "^log_ind|login|min_side") \
  X(SIGN_IN, da, "glemt adgangskode*|kodeord*") \
  X(SIGN_IN, nb, "logg|logge|logget inn for|først|fortsette|må|vennligst|se|din") \
  X(SIGN_IN, nb, "^logg_inn|innlogging|min_side") \
  X(SIGN_IN, nb, "glemt passord*") \
  X(SIGN_IN, fi, "kirjaudu|kirjautu* sisään|jatkaaksesi|nähdäksesi|vaatii|ensin") \
  X(SIGN_IN, fi, "^kirjaudu_sisään|kirjautuminen|kirjaudu") \
  X(SIGN_IN, fi, "unohditko|unohtunut salasan*") \
  X(SIGN_IN, cs, "přihlas*|přihlášen* se|pro|prosím|musíte|nutné|vyžad*|účtu|pokračov*") \
  X(SIGN_IN, cs, "^přihlášení|přihlásit_se|přihlaste_se") \
  X(SIGN_IN, cs, "zapomenut*|zapomněl* hesl*") \
  X(SIGN_IN, uk, "увійдіть|увійти|авторизуйтесь щоб|акаунт|систему|будь|необхідно|потрібно|кабінет") \
  X(SIGN_IN, uk, "^вхід|увійти|авторизація|особистий_кабінет") \
  X(SIGN_IN, uk, "забули пароль") \
  X(SIGN_IN, hu, "jelentkez* be|bejelentkez*|szükséges|kérjük|folytat*") \
  X(SIGN_IN, hu, "^bejelentkezés|belépés") \
  X(SIGN_IN, hu, "elfelejtett* jelsz*") \
  X(SIGN_IN, ro, "autentific*|conect* pentru|trebuie|vă|contul|continua") \
  X(SIGN_IN, ro, "^autentificare|conectare|intră_în_cont") \
                                                                                                                      \
  X(CONSENT, en, "cookie*|partners|consent|data|privacy accept*|agree|consent|choices|preferences|settings|reject|manage before|continue|you|your|we|all|use*") \
  X(CONSENT, en, "before_you continue|enter|proceed|go_on") \
  X(CONSENT, en, "we|and|our use|uses|store|value cookies|privacy") \
  X(CONSENT, en, "we_care|we_value privacy|data") \
  X(CONSENT, en, "^cookie_consent|your_privacy|privacy_settings|your_privacy_choices|cookie_settings|consent|cookies") \
  X(CONSENT, en, "^accept_all|reject_all|accept|decline|i_agree|agree_and_continue|accept_cookies|accept_all_cookies|reject_all_cookies|manage_options|more_options|only_necessary|agree|i_accept") \
  X(CONSENT, en, "over|least|older|legal|confirm|verify|under age|18|21|drinking years|age|old|enter|older") \
  X(CONSENT, en, "^age_verification|age_check|verify_your_age|age_gate|are_you_over_18") \
  X(CONSENT, de, "cookie*|daten|einwilligung|datenschutz zustimm*|einverstanden|akzeptier*|einwillig*|zustimmung|ablehnen|einstellungen|verarbeit*|nutzen|verwenden|bevor") \
  X(CONSENT, de, "bevor|zustimm* weiter*|fortfahren cookie*|daten*|werbung|lesen|geht|surfen|besuch*") \
  X(CONSENT, de, "^datenschutz-einstellungen|datenschutzeinstellungen|cookie-einstellungen|ihre_privatsphäre|zustimmung|einwilligung|privatsphäre") \
  X(CONSENT, de, "^alle_akzeptieren|akzeptieren|zustimmen|ablehnen|alle_ablehnen|einverstanden|akzeptieren_und_weiter|alle_cookies_akzeptieren|nur_notwendige|ich_stimme_zu|einstellungen") \
  X(CONSENT, de, "mindestens|alter|älter|volljährig 18|16|jahre|bestätig*|volljährig") \
  X(CONSENT, fr, "cookies|données|traceurs|consentement|partenaires accept*|consent*|refus*|paramétr*|choix|utilis*|préférences|continuer") \
  X(CONSENT, fr, "avant_de|avant_d'accéder continuer|accéder|poursuivre|entrer") \
  X(CONSENT, fr, "vie_privée|confidentialité respect*|importante|compte|votre|vos") \
  X(CONSENT, fr, "^tout_accepter|tout_refuser|accepter|refuser|j'accepte|continuer_sans_accepter|accepter_et_continuer|accepter_et_fermer|paramétrer|gérer_mes_choix|je_refuse") \
  X(CONSENT, fr, "âge|majeur|18 ans|vérif*|confirm*|entrer|majeur") \
  X(CONSENT, es, "cookies|datos|privacidad|socios|consentimiento acept*|consent*|rechaz*|configur*|utiliz*|usamos|preferencias|opciones|continuar") \
  X(CONSENT, es, "antes_de continuar|entrar|seguir|acceder") \
  X(CONSENT, es, "privacidad importa*|valoramos|respetamos|tu|su") \
  X(CONSENT, es, "^aceptar_todo|aceptar|rechazar|rechazar_todo|aceptar_todas|aceptar_y_continuar|configurar|aceptar_todas_las_cookies|rechazar_todas|gestionar_opciones|acepto") \
  X(CONSENT, es, "mayor|edad|18 años|edad|confirm*|verific*") \
  X(CONSENT, it, "cookie|dati|privacy|partner|consenso accett*|acconsent*|rifiut*|gestisc*|utilizz*|preferenze|scelte|continuare|usiamo") \
  X(CONSENT, it, "prima_di continuare|proseguire|entrare|accedere") \
  X(CONSENT, it, "^accetta_tutto|accetta|rifiuta|rifiuta_tutto|accetta_e_continua|accetta_tutti|rifiuta_tutti|personalizza|accetto|accetta_e_chiudi|gestisci_opzioni|continua_senza_accettare") \
  X(CONSENT, it, "maggiorenne|18|età anni|confermi|conferma*|verifica|maggiorenne") \
  X(CONSENT, pt, "cookies|dados|privacidade|parceiros|consentimento aceit*|consent*|recus*|rejeit*|utiliz*|usamos|preferências|opções|continuar|configur*") \
  X(CONSENT, pt, "antes_de continuar|entrar|prosseguir|aceder|acessar") \
  X(CONSENT, pt, "^aceitar_tudo|aceitar|recusar|rejeitar|rejeitar_tudo|recusar_tudo|aceitar_todos|aceitar_e_continuar|aceito|concordo|aceitar_todos_os_cookies|configurar|mais_opções|gerir_opções|gerir") \
  X(CONSENT, pt, "maior|18|idade anos|idade|confirm*|verific*") \
  X(CONSENT, nl, "cookies|gegevens|privacy|toestemming|partners accept*|akkoord|toestemming|weiger*|gebruik*|instellingen|keuzes|voorkeuren|plaatsen|verder") \
  X(CONSENT, nl, "voordat|voor verdergaat|verder|doorgaat|verdergaan") \
  X(CONSENT, nl, "^alles_accepteren|accepteren|weigeren|alles_weigeren|akkoord|akkoord_en_doorgaan|cookies_accepteren|alle_cookies_accepteren|ja_ik_accepteer|instellingen|alles_afwijzen|ik_ga_akkoord") \
  X(CONSENT, nl, "18|leeftijd|ouder jaar|bevestig*|controle*") \
  X(CONSENT, pl, "cookie*|danych|dane|prywatność|prywatności|partnerzy|zgod* akceptuj*|zgod*|zgadzam|odrzuć|ustawienia|używamy|wykorzyst*|przetwarza*|przejść") \
  X(CONSENT, pl, "zanim|przed przejdziesz|wejdziesz|kontynuować|przejściem") \
  X(CONSENT, pl, "^akceptuję|zgadzam_się|odrzuć_wszystkie|akceptuj_wszystkie|zaakceptuj_wszystko|odrzuć_wszystko|przejdź_do_serwisu|zaakceptuj_wszystkie|ustawienia|nie_zgadzam_się|akceptuję_i_przechodzę_do_serwisu") \
  X(CONSENT, pl, "ukończone|18|pełnoletni* lat|wiek*|potwierdź|potwierdzam") \
  X(CONSENT, ru, "cookie|cookies|куки|данных|конфиденциальност* принима*|соглас*|отклон*|использ*|настро*|принять|обработк*") \
  X(CONSENT, ru, "прежде|перед_тем|чтобы|до продолж* соглас*|условия|cookie|данн*|чем") \
  X(CONSENT, ru, "^принять|принять_все|отклонить|отклонить_все|согласен|я_согласен|принимаю|соглашаюсь|настроить|принять_и_продолжить|принять_всё") \
  X(CONSENT, ru, "18|возраст*|совершеннолет* лет|подтверд*|исполнилось") \
  X(CONSENT, tr, "çerez*|veri*|gizlilik kabul|onay*|rıza*|reddet*|kullan*|ayarlar*|tercih*|devam") \
  X(CONSENT, tr, "devam önce|etmeden") \
  X(CONSENT, tr, "^tümünü_kabul_et|kabul_et|reddet|tümünü_reddet|kabul_ediyorum|ayarlar|onaylıyorum|hepsini_kabul_et|çerez_ayarları") \
  X(CONSENT, tr, "18|yaş* yaş*|doğrula*|onayla*|büyük") \
  X(CONSENT, ja, "cookie|クッキー|データ|プライバシー 同意|許可|拒否|使用|利用|設定|承諾") \
  X(CONSENT, ja, "続ける前|続行する前|ご利用の前|お進みいただく前 に") \
  X(CONSENT, ja, "^同意する|すべて同意|同意しない|すべて拒否|拒否|同意して続ける|すべて許可|すべて受け入れる|許可する|承諾する|設定") \
  X(CONSENT, ja, "18|20|年齢 歳以上|確認|未満") \
  X(CONSENT, zh, "cookie|cookies|隐私|隱私|数据|資料 同意|接受|拒绝|拒絕|使用|设置|設定|偏好") \
  X(CONSENT, zh, "继续之前|繼續之前|继续前|在您继续|繼續前 ") \
  X(CONSENT, zh, "^全部接受|接受全部|同意|接受|拒绝|拒絕|全部拒绝|全部拒絕|同意并继续|同意並繼續|我同意|接受所有|不同意") \
  X(CONSENT, zh, "18|年满|年滿|成年|年龄|年齡 岁|歲|确认|確認|验证|驗證") \
  X(CONSENT, ko, "쿠키|개인정보 동의|수락|거부|설정|사용") \
  X(CONSENT, ko, "^모두_동의|모두_수락|동의|거부|모두_거부|동의하고_계속|설정") \
  X(CONSENT, ko, "19세|18세|만|성인|나이|연령 이상|인증|확인") \
  X(CONSENT, sv, "cookies|kakor|uppgifter|samtycke|integritet godkänn*|samtyck*|acceptera*|neka|använder|inställningar") \
  X(CONSENT, sv, "^acceptera_alla|godkänn_alla|acceptera|godkänn|neka|avvisa_alla|inställningar|endast_nödvändiga|neka_alla") \
  X(CONSENT, da, "cookies|oplysninger|samtykke|data accepter*|samtyk*|afvis|bruger|indstillinger|tillad") \
  X(CONSENT, da, "^accepter_alle|tillad_alle|accepter|afvis|afvis_alle|kun_nødvendige|indstillinger") \
  X(CONSENT, nb, "cookies|informasjonskapsler|samtykke|data godta|aksepter*|avvis|bruker|innstillinger|tillat") \
  X(CONSENT, nb, "^godta_alle|godta|aksepter_alle|avvis|avvis_alle|kun_nødvendige|innstillinger") \
  X(CONSENT, fi, "evästeitä|evästeet|evästeiden|tietoja hyväksy*|käytämme|suostumus|asetukset|salli") \
  X(CONSENT, fi, "^hyväksy_kaikki|hyväksy|hylkää|salli_kaikki|vain_välttämättömät|asetukset|hylkää_kaikki") \
  X(CONSENT, cs, "cookies|soubory|údajů|souhlas souhlas*|přijm*|odmítn*|použív*|nastavení") \
  X(CONSENT, cs, "^přijmout_vše|souhlasím|přijmout|odmítnout|odmítnout_vše|nastavení|povolit_vše|přijmout_všechny") \
  X(CONSENT, uk, "cookie|cookies|файли|даних прийм*|згод*|відхил*|використ*|налашт*") \
  X(CONSENT, uk, "^прийняти|прийняти_всі|відхилити|погоджуюсь|приймаю|налаштування") \
  X(CONSENT, hu, "cookie*|süti*|adatok elfogad*|hozzájárul*|elutasít*|használ*|beállítás*") \
  X(CONSENT, hu, "^összes_elfogadása|elfogadom|elfogadás|elutasítás|beállítások") \
  X(CONSENT, ro, "cookie*|module|date accept*|consimț*|refuz*|folosi*|utiliz*|setări") \
  X(CONSENT, ro, "^acceptă_tot|accept|acceptă_toate|refuz|setări|acceptă|respinge_tot") \
                                                                                                                      \
  X(CAPTCHA, en, "not|aren't robot*|bot|machine|computer|automated you|are|confirm|prove|verify|show|sure|i'm|i") \
  X(CAPTCHA, en, "you human|person|real_person|humans verify|prove|confirm|are|show|check|sure|proving|real") \
  X(CAPTCHA, en, "^are_you_human|i'm_not_a_robot|i_am_not_a_robot|robot_check|captcha|security_check|human_verification|verify_you_are_human|bot_check|verification_required|are_you_a_robot|are_you_a_human|are_you_a_person|prove_you_are_human|human_check") \
  X(CAPTCHA, en, "solve|complete|pass|enter|type captcha|puzzle|challenge|characters|security_check|letters|image continue|below|image|you|see|access|page|shown|picture|to") \
  X(CAPTCHA, en, "tick|click|check|slide|drag|press|hold box|checkbox|slider|button|puzzle human|robot|verify|continue|person|go_on|puzzle|prove|confirm") \
  X(CAPTCHA, en, "unusual|automated|suspicious traffic|requests|activity|behaviour|behavior") \
  X(CAPTCHA, de, "kein|keine|nicht roboter|bot|maschine|programm|automat* sie|du|sind|bist|bestätig*|ich|zeigen|beweis*") \
  X(CAPTCHA, de, "mensch|menschlich* sie|du|sind|bestätig*|beweis*|überprüf*|zeigen|prüf*") \
  X(CAPTCHA, de, "^sicherheitsabfrage|sicherheitsprüfung|captcha|sind_sie_ein_mensch|ich_bin_kein_roboter|sind_sie_ein_roboter|robotercheck") \
  X(CAPTCHA, de, "ziehen|klicken|schieben|haken regler|schieber|kästchen|feld|häkchen") \
  X(CAPTCHA, de, "captcha|rätsel|sicherheitsabfrage|aufgabe|zeichen|buchstaben lös*|eingeb*|geben|ausfüll*|bitte|tippen|beantwort*") \
  X(CAPTCHA, de, "ungewöhnlich*|verdächtig*|automatisiert* anfragen|datenverkehr|zugriffe|aktivität*|traffic") \
  X(CAPTCHA, fr, "pas|n'êtes robot|programme|machine vous|êtes|prouv*|confirm*|suis|vérifi*|montr*") \
  X(CAPTCHA, fr, "humain|humaine|personne vous|êtes|vérifi*|prouv*|confirm* vérifi*|prouv*|confirm*|êtes|montr*") \
  X(CAPTCHA, fr, "^vérification_de_sécurité|captcha|êtes-vous_un_robot|êtes-vous_humain|je_ne_suis_pas_un_robot|contrôle_de_sécurité") \
  X(CAPTCHA, fr, "glisse*|coche*|clique* curseur|case|bouton|ci-dessous") \
  X(CAPTCHA, fr, "personne|humain non|pas|et programme|robot|machine") \
  X(CAPTCHA, fr, "captcha|caractères|puzzle|lettres|énigme résou*|recopi*|saisi*|compl*|entrez|tapez") \
  X(CAPTCHA, fr, "inhabituel*|suspect*|automatisé* trafic|activité|requêtes|demandes") \
  X(CAPTCHA, es, "no robot|máquina|programa eres|es|soy|confirm*|demuestr*|verific*|comprob*|compruebe") \
  X(CAPTCHA, es, "humano|humana|persona eres|es|verific*|demuestr*|confirm*|compr* verific*|demuestr*|confirm*|comprob*|compruebe|eres") \
  X(CAPTCHA, es, "^control_de_seguridad|captcha|eres_humano|no_soy_un_robot|eres_un_robot|es_usted_un_robot|verificación_de_seguridad|comprobación_de_seguridad|verificación_humana") \
  X(CAPTCHA, es, "desli*|arrastr*|marque|marca|pulse casilla|control|deslizador|botón|barra") \
  X(CAPTCHA, es, "captcha|caracteres|puzle|rompecabezas|letras resuelv*|escrib*|introduc*|complet*|copi*") \
  X(CAPTCHA, es, "inusual*|sospechos*|automatizad* tráfico|actividad|solicitudes|peticiones") \
  X(CAPTCHA, it, "non robot|macchina|programma sei|essere|sono|conferm*|dimostr*|verific*|siete") \
  X(CAPTCHA, it, "umano|umana|persona sei|verific*|dimostr*|conferm*|essere verific*|dimostr*|conferm*|sei") \
  X(CAPTCHA, it, "^controllo_di_sicurezza|captcha|sei_un_robot|non_sono_un_robot|sei_umano|verifica_di_sicurezza") \
  X(CAPTCHA, it, "trascin*|scorr*|spunt*|seleziona casella|cursore|pulsante|riquadro") \
  X(CAPTCHA, it, "captcha|caratteri|puzzle|lettere risolv*|inserisc*|digit*|complet*|scriv*|copi*") \
  X(CAPTCHA, it, "insolit*|sospett*|automatizzat*|anomal* traffico|attività|richieste") \
  X(CAPTCHA, pt, "não robô|robot|robo|máquina|programa é|sou|confirm*|prov*|verific*|mostr*") \
  X(CAPTCHA, pt, "humano|humana|pessoa é|verific*|prov*|confirm*|mostr* verific*|prov*|confirm*|mostr*|você|é_um|é_uma") \
  X(CAPTCHA, pt, "^verificação_de_segurança|captcha|não_sou_um_robô|você_é_humano|é_um_robô|verificação_humana|não_sou_um_robot") \
  X(CAPTCHA, pt, "deslize|arraste|marque|clique caixa|controle|botão|seletor|controlo") \
  X(CAPTCHA, pt, "captcha|caracteres|quebra-cabeça|letras|puzzle resolv*|digit*|introduz*|complet*|escrev*|insir*|preench*") \
  X(CAPTCHA, pt, "incomum|incomuns|suspeit*|automatizad*|invulgar* tráfego|atividade|pedidos|solicitações|acessos") \
  X(CAPTCHA, nl, "geen robot|bot|machine|programma bent|ben|bevestig*|bewijs|toon|controle*") \
  X(CAPTCHA, nl, "mens|menselijk|persoon bent|bevestig*|bewijs|toon*|controle* bevestig*|bewijs|toon*|controle*|een") \
  X(CAPTCHA, nl, "^beveiligingscontrole|captcha|bent_u_een_robot|ik_ben_geen_robot|bent_u_een_mens|veiligheidscontrole|ben_je_een_robot") \
  X(CAPTCHA, nl, "sleep|schuif|vink|klik vakje|schuifregelaar|knop|balk") \
  X(CAPTCHA, nl, "captcha|tekens|puzzel|letters los|typ|voer|vul|neem|over") \
  X(CAPTCHA, nl, "ongebruikelijk*|verdacht*|geautomatiseerd* verkeer|activiteit*|verzoeken") \
  X(CAPTCHA, pl, "nie robot*|programem|maszyną|botem jesteś|jestem|potwierdź|udowodnij|sprawdz*|pokaż|że") \
  X(CAPTCHA, pl, "człowiek* jesteś|jest|potwierdź|udowodnij|sprawdz*|zweryfikuj|pokaż|że") \
  X(CAPTCHA, pl, "^weryfikacja|captcha|nie_jestem_robotem|czy_jesteś_człowiekiem|kontrola_bezpieczeństwa|czy_jesteś_robotem|sprawdzenie_zabezpieczeń") \
  X(CAPTCHA, pl, "przesuń|zaznacz|kliknij suwak|pole|przycisk|kwadrat") \
  X(CAPTCHA, pl, "captcha|captchę|znaki|puzzle|litery|zagadkę rozwiąż|wpisz|przepisz|ułóż|uzupełnij") \
  X(CAPTCHA, pl, "nietypow*|podejrzan*|automatyczn* ruch|aktywność|żądania|zapytania") \
  X(CAPTCHA, ru, "не робот*|бот|программа|машина вы|я|подтверд*|докаж*|что|проверк*|убедит*") \
  X(CAPTCHA, ru, "человек* вы|подтверд*|докаж*|проверк*|что подтверд*|докаж*|что|проверк*|убедит*") \
  X(CAPTCHA, ru, "^проверка|капча|проверка_безопасности|я_не_робот|вы_не_робот|подтвердите_что_вы_не_робот|вы_человек|captcha|вы_робот") \
  X(CAPTCHA, ru, "передвиньте|поставьте|отметьте|нажмите ползунок|галочку|флажок|квадрат|кнопку") \
  X(CAPTCHA, ru, "капч*|captcha|символы|буквы|картинк* введите|решите|пройдите|соберите|наберите|перепишите") \
  X(CAPTCHA, ru, "необычн*|подозрительн*|автоматическ* трафик*|активност*|запрос*") \
  X(CAPTCHA, tr, "robot* olmad*|değil*|misiniz|mısınız|musunuz|doğrula*|kanıtla*") \
  X(CAPTCHA, tr, "insan* oldu*|mısınız|doğrula*|kanıtla*|mı") \
  X(CAPTCHA, tr, "^güvenlik_kontrolü|captcha|ben_robot_değilim|robot_musunuz|güvenlik_doğrulaması|insan_doğrulaması|robot_değilim|robot_kontrolü") \
  X(CAPTCHA, tr, "kaydır*|işaretle*|tıkla* kutu*|sürgü*|düğme*") \
  X(CAPTCHA, tr, "captcha|karakter*|harf*|bulmaca* gir*|çöz*|yaz*|tamamla*") \
  X(CAPTCHA, tr, "olağandışı|şüpheli|otomatik|sıra_dışı trafik|etkinlik|istek*|hareket*") \
  X(CAPTCHA, ja, "ロボット|ボット|機械|プログラム ない|確認|では|ですか|証明") \
  X(CAPTCHA, ja, "人間|人である|本人 確認|証明|ですか|こと") \
  X(CAPTCHA, ja, "^画像認証|セキュリティチェック|captcha|私はロボットではありません|ロボット確認|人間による操作の確認|認証が必要です") \
  X(CAPTCHA, ja, "スライド|チェック|ドラッグ|ボックス ください|右へ|合わせ") \
  X(CAPTCHA, ja, "画像|文字|パズル|captcha 入力|解いて|完成|合わせて|選択") \
  X(CAPTCHA, ja, "通常と異なる|異常な|不審な|自動化された|普段と異なる トラフィック|アクセス|リクエスト|通信|アクティビティ") \
  X(CAPTCHA, zh, "机器人|機器人|机器|程序 不是|确认|確認|验证|驗證|证明|證明|并非|吗") \
  X(CAPTCHA, zh, "真人|人类|人類|本人 验证|驗證|确认|確認|证明|證明|操作|您是|是") \
  X(CAPTCHA, zh, "^安全验证|安全驗證|人机验证|人機驗證|验证码|驗證碼|滑动验证|请完成验证|安全检查|身份验证|真人验证|机器人验证") \
  X(CAPTCHA, zh, "验证码|驗證碼|滑块|滑塊|拼图|拼圖|图中|圖中 输入|輸入|完成|拖动|拖動|填写|请|請") \
  X(CAPTCHA, zh, "异常|異常|可疑|自动|自動 流量|访问|訪問|请求|請求|活动|操作") \
  X(CAPTCHA, ko, "로봇|봇|기계|자동 아닙니다|아님|아닌지|확인|아니") \
  X(CAPTCHA, ko, "사람|본인 확인|인증|증명") \
  X(CAPTCHA, ko, "^보안_확인|자동입력_방지|캡차|로봇이_아닙니다|보안문자|로봇_확인") \
  X(CAPTCHA, ko, "보안문자|문자|퍼즐|이미지|캡차 입력|선택|완성|맞춰") \
  X(CAPTCHA, ko, "비정상|의심|자동화 접근|트래픽|요청|활동|접속") \
  X(CAPTCHA, sv, "inte|ej robot|bot|maskin|program du|är|bekräfta|visa|bevisa|jag") \
  X(CAPTCHA, sv, "människa|person bekräfta|visa|bevisa|är") \
  X(CAPTCHA, sv, "ovanlig*|misstänkt*|automatisk* trafik|aktivitet|förfrågningar") \
  X(CAPTCHA, da, "ikke robot|bot|maskine|program du|er|bekræft|vis|bevis|jeg") \
  X(CAPTCHA, da, "menneske|person bekræft|vis|bevis|er") \
  X(CAPTCHA, nb, "ikke robot|bot|maskin|program du|er|bekreft|vis|bevis|jeg") \
  X(CAPTCHA, nb, "menneske|person bekreft|vis|bevis|er") \
  X(CAPTCHA, fi, "robotti|botti|kone et|ole|vahvista|osoita|en") \
  X(CAPTCHA, cs, "nejste|nejsem|není robot*|program|stroj že|potvrďte|ověř*|prokažte|já|jsem") \
  X(CAPTCHA, cs, "člověk potvrďte|ověř*|prokažte|jste|že") \
  X(CAPTCHA, cs, "neobvykl*|podezřel*|automatick* provoz*|aktivit*|požadavk*") \
  X(CAPTCHA, uk, "не робот*|бот|програма ви|я|підтверд*|довед*|що|перевір*") \
  X(CAPTCHA, uk, "незвичайн*|підозріл*|автоматичн* трафік*|активн*|запит*") \
  X(CAPTCHA, hu, "nem robot*|gép|program ön|igazol*|erősít*|vagyok") \
  X(CAPTCHA, ro, "nu robot*|program sunteți|ești|confirm*|verific*|sunt") \
                                                                                                                      \
  X(ROBOT, en, "checking|check|verifying|reviewing|review your|the browser|connection before|secure|security|seconds|wait|moment|proceeding|can|accessing|access|is") \
  X(ROBOT, en, "checking_your|verifying_your|check_your|checking_that|checking_if browser|connection|visit|site") \
  X(ROBOT, en, "review|check|verify security connection") \
  X(ROBOT, en, "^just_a_moment|one_moment|one_moment_please|checking_your_browser|browser_check|security_check|attention_required|a_moment_please|ddos_protection|checking_browser|hold_on") \
  X(ROBOT, en, "making|make|ensure sure|ensure connection|browser secure|safe|right|valid") \
  X(ROBOT, en, "page|site will|should reload|refresh|load automatically|itself|seconds|shortly|moment") \
  X(ROBOT, en, "enable|turn javascript cookies") \
  X(ROBOT, en, "will be redirected|forwarded seconds|automatically|shortly|then|once|soon|moment") \
  X(ROBOT, en, "ddos|bot protection|mitigation") \
  X(ROBOT, en, "process automatic browser|redirect") \
  X(ROBOT, de, "browser|verbindung geprüft|überprüft|überprüfen|prüfen|prüfung|sicherheit*|überprüfung|kontrolliert sie|ihr*|wir|wird|bevor|sekunden|moment|der|die|dein*") \
  X(ROBOT, de, "^einen_moment|einen_moment_bitte|einen_augenblick|nur_einen_moment|überprüfung_ihres_browsers|browserprüfung|einen_augenblick_bitte") \
  X(ROBOT, de, "sie|du|werden automatisch|gleich|sekunden weitergeleitet|umgeleitet|weiterleit*") \
  X(ROBOT, de, "javascript cookies aktivier*|einschalt*|zulass*") \
  X(ROBOT, fr, "navigateur|connexion vérifi*|contrôl* votre|de|sécurité|secondes|nous|avant|sécurisée") \
  X(ROBOT, fr, "^un_instant|un_instant_s'il_vous_plaît|un_moment|vérification_du_navigateur|juste_un_instant|un_moment_s'il_vous_plaît|vérification_de_votre_navigateur") \
  X(ROBOT, fr, "serez|allez_être redirig* secondes|automatiquement|instant*|bientôt") \
  X(ROBOT, fr, "javascript cookies activ*") \
  X(ROBOT, es, "navegador|conexión comprob*|verific*|revis* su|tu|segur*|segundos|antes|estamos|de_que|del") \
  X(ROBOT, es, "^un_momento|un_momento_por_favor|comprobando_su_navegador|comprobando_tu_navegador|un_instante") \
  X(ROBOT, es, "será|serás|redirigid* redirigid* segundos|automáticamente|breve|instantes") \
  X(ROBOT, es, "javascript cookies activ*|habilit*") \
  X(ROBOT, it, "browser|connessione verific*|controll* tuo|suo|sicur*|secondi|prima|stiamo|tua|sua|del|della") \
  X(ROBOT, it, "^un_momento|un_attimo|un_momento_per_favore|verifica_del_browser|solo_un_momento|un_attimo_per_favore|controllo_del_browser") \
  X(ROBOT, it, "sarai|verrai|sarà|verrà reindirizzat* secondi|automaticamente|breve|poco") \
  X(ROBOT, it, "javascript cookie abilit*|attiv*") \
  X(ROBOT, pt, "navegador|browser|ligação|conexão verific* seu|sua|segur*|segundos|antes|estamos|do|da") \
  X(ROBOT, pt, "^um_momento|um_momento_por_favor|só_um_momento|verificando_o_seu_navegador|um_instante|só_um_instante|verificando_seu_navegador|verificação_do_navegador") \
  X(ROBOT, pt, "será redirecionad*|encaminhad* segundos|automaticamente|breve|instantes") \
  X(ROBOT, pt, "javascript cookies ativ*|habilit*") \
  X(ROBOT, nl, "browser|verbinding controle*|gecontroleerd|nagekeken uw|je|veilig*|seconden|voordat|we|wij|de|wordt") \
  X(ROBOT, nl, "^een_ogenblik|een_ogenblik_geduld|een_moment|browsercontrole|momentje|uw_browser_wordt_gecontroleerd|een_moment_geduld") \
  X(ROBOT, nl, "wordt doorgestuurd|doorverwezen seconden|automatisch|zo|zodra|dadelijk") \
  X(ROBOT, nl, "javascript cookies ingeschakeld|schakel|inschakelen|zet") \
  X(ROBOT, pl, "przeglądark*|połączeni* sprawdz*|weryfik* twoj*|bezpiecz*|sekund*|przed|zanim|trwa|twoją") \
  X(ROBOT, pl, "^chwileczkę|chwila|jeszcze_chwila|jedną_chwilę|sprawdzanie_przeglądarki|moment|chwilkę|cierpliwości|zaczekaj_chwilę") \
  X(ROBOT, pl, "zostaniesz|nastąpi przekierowan* sekund*|automatycznie|chwil*|zaraz") \
  X(ROBOT, pl, "javascript cookie* włącz*") \
  X(ROBOT, ru, "браузер*|соединени*|подключени* провер* ваш*|безопасн*|секунд*|перед|прежде|мы|ваше|идёт|идет|выполняется") \
  X(ROBOT, ru, "^один_момент|минутку|секунду|проверка_браузера|одну_минуту|одну_секунду|минуточку") \
  X(ROBOT, ru, "будете|перенаправ* перенаправлен*|перейд* секунд*|автоматически|скоро") \
  X(ROBOT, ru, "javascript cookie|cookies|куки включите|разрешите") \
  X(ROBOT, tr, "tarayıcı*|bağlantı* kontrol|denetle*|doğrula*|güvenli* edil*|önce|saniye*|güvenli*|ediyoruz|lütfen") \
  X(ROBOT, tr, "^bir_dakika|bir_dakika_lütfen|bir_saniye|tarayıcınız_kontrol_ediliyor|bir_saniye_lütfen|tarayıcı_kontrolü") \
  X(ROBOT, tr, "yönlendiril* saniye|otomatik|birazdan|kısa") \
  X(ROBOT, tr, "javascript çerez* etkinleştir*|açın") \
  X(ROBOT, ja, "ブラウザ|接続 確認|チェック|検証|安全") \
  X(ROBOT, ja, "^ブラウザを確認しています|確認中|ブラウザの確認") \
  X(ROBOT, ja, "自動的に|数秒|まもなく 移動|転送|リダイレクト|切り替わ") \
  X(ROBOT, ja, "javascript cookie 有効") \
  X(ROBOT, zh, "浏览器|瀏覽器|连接|連線 检查|檢查|验证|驗證|检测|檢測 正在|安全|您的|秒") \
  X(ROBOT, zh, "^正在检查您的浏览器|浏览器检查|浏览器安全检查") \
  X(ROBOT, zh, "自动|自動|即将|即將|稍后|秒后 跳转|跳轉|重定向|转到|轉到") \
  X(ROBOT, zh, "javascript cookie|cookies 启用|啟用|开启|開啟") \
  X(ROBOT, en, "ad ad_blocker|adblocker|adblock|ad-blocker|ad_blocking|blocker disable|turn_off|detected|using|pause|allow|whitelist|off") \
  X(ROBOT, en, "adblocker*|ad-blocker|ad_blocker*|adblock disable|turn|detected|using|pause|allow|whitelist|off|support") \
  X(ROBOT, de, "werbeblocker|adblocker|ad-blocker deaktivier*|ausschalt*|erkannt|schalt*|verwend*|aktiv|nutz*") \
  X(ROBOT, fr, "bloqueur|adblock* publicité*|désactiv*|détect*|utilis*") \
  X(ROBOT, es, "bloqueador|adblock* anuncios|publicidad|desactiv*|detectado|usa*") \
  X(ROBOT, it, "adblock*|ad_blocker|blocco disattiv*|rilevat*|usa*|annunci|pubblicità") \
  X(ROBOT, nl, "adblocker|advertentieblokker|ad-blocker schakel|uit|gebruikt|gedetecteerd|uitschakelen|zet") \
  X(ROBOT, pl, "adblock*|blokowan* wyłącz*|wykry*|reklam") \
  X(ROBOT, pt, "bloqueador|adblock* anúncios|publicidade|desativ*|detetado|detectado|us*") \
  X(ROBOT, ko, "브라우저|연결 확인|검사|보안|안전") \
  X(ROBOT, ko, "^잠시만_기다려_주세요|잠시만_기다리십시오|브라우저_확인_중|확인_중") \
  X(ROBOT, ko, "자동으로|잠시_후|곧 이동|전환|연결") \
  X(ROBOT, ko, "javascript|자바스크립트 쿠키") \
  X(ROBOT, sv, "webbläsare*|anslutning* kontroller*|verifier*|säker*|sekunder") \
  X(ROBOT, sv, "^ett_ögonblick|vänta_ett_ögonblick|vänta|var_god_vänta") \
  X(ROBOT, sv, "javascript cookies|kakor aktivera|slå|tillåt") \
  X(ROBOT, da, "browser*|forbindelse* kontroller*|tjekker|verificer*|sikker*|sekunder") \
  X(ROBOT, da, "^et_øjeblik|vent_et_øjeblik|vent_venligst") \
  X(ROBOT, nb, "nettleser*|tilkobling* kontroller*|sjekker|verifiser*|sikker*|sekunder") \
  X(ROBOT, nb, "^et_øyeblikk|vent_litt|vennligst_vent") \
  X(ROBOT, fi, "selain*|selaimesi|yhteys|yhteyttä tarkist*|varmist*|turvalli*|sekun*") \
  X(ROBOT, fi, "^hetkinen|odota_hetki|hetki") \
  X(ROBOT, cs, "prohlížeč*|připojení kontrol*|ověř*|bezpeč*|sekund*|než") \
  X(ROBOT, cs, "^okamžik|moment_prosím|okamžik_prosím|počkejte_prosím|vydržte") \
  X(ROBOT, cs, "javascript cookies|cookie povol*|zapn*") \
  X(ROBOT, uk, "браузер*|з'єднання перевір*|безпек*|безпечн*|секунд*") \
  X(ROBOT, uk, "^хвилинку|зачекайте|одну_хвилинку|перевірка_браузера") \
  X(ROBOT, hu, "böngésző*|kapcsolat* ellenőriz*|biztonság*|másodperc*") \
  X(ROBOT, ro, "browser*|conexiun* verific*|securit*|secunde") \
                                                                                                                      \
  X(DENIED, en, "access|request|connection|visit denied|blocked|forbidden|restricted|refused|rejected|not_allowed|disallowed") \
  X(DENIED, en, "requested|url|request rejected|denied|blocked|unsuccessful") \
  X(DENIED, en, "contact|consult|ask administrator|webmaster|support") \
  X(DENIED, en, "^request_unsuccessful|request_denied|support_id|access_to_this_page_has_been_denied|pardon_our_interruption") \
  X(DENIED, en, "not|no|don't|lack permission*|authorized|authorised|allowed|rights access|view|page|server|resource|open|see|here|this") \
  X(DENIED, en, "you|ip|address|we have_been|has_been|been|was|is|blocked|banned blocked|banned|denied|refused|barred") \
  X(DENIED, en, "not available|accessible country|region|location|area") \
  X(DENIED, en, "^forbidden|access_denied|403|403_forbidden|error_403|403_error|blocked|you_have_been_blocked|sorry_you_have_been_blocked|request_blocked|request_rejected|access_restricted|access_blocked|no_access|not_authorized|unauthorized|401_unauthorized|access_forbidden|error_1020|permission_denied|http_403") \
  X(DENIED, en, "the|unavailable legal reasons") \
  X(DENIED, en, "contact|email|write|believe|think owner|administrator|error|mistake|support|site block*|error|reference|mistake|number|incident") \
  X(DENIED, en, "unable access|reach|view") \
  X(DENIED, en, "security|protect*|service attacks|attack|threats|itself|abuse") \
  X(DENIED, en, "you|action what|just|performed|did triggered|set_it_off|command|malformed|suspicious") \
  X(DENIED, en, "certain|several word|phrase|command|actions malformed|data|command|block") \
  X(DENIED, de, "administrator|betreiber|support|kundendienst|wenden|kontakt* fehler|irrtum|nummer|versehen|betreiber") \
  X(DENIED, de, "zugriff|zugang|anfrage|zutritt|aufruf verweigert|gesperrt|blockiert|abgelehnt|nicht_gestattet|untersagt|verboten|nicht_erlaubt|eingeschränkt") \
  X(DENIED, de, "keine|nicht berechtig*|rechte|befugt|erlaubnis|zugriffsrechte|zugriff|erlaubt") \
  X(DENIED, de, "ip-adresse|adresse|sie|ip gesperrt|blockiert") \
  X(DENIED, de, "nicht verfügbar|zugänglich land|region|standort") \
  X(DENIED, de, "^zugriff_verweigert|kein_zugriff|403|zugang_verweigert|verboten|gesperrt|zugriff_gesperrt|keine_berechtigung|zugang_gesperrt") \
  X(DENIED, fr, "administrateur|support|contact*|écrivez|propriétaire erreur|administrateur|référence|propriétaire|assistance") \
  X(DENIED, fr, "accès|requête|demande|connexion refusé*|interdit*|bloqué*|restreint|rejetée") \
  X(DENIED, fr, "pas|n'avez|n'êtes autorisé*|autorisation|droits|permission|droit|habilité*") \
  X(DENIED, fr, "adresse|vous|ip bloqué*|banni*") \
  X(DENIED, fr, "pas|indisponible disponible|accessible|indisponible pays|région") \
  X(DENIED, fr, "^accès_refusé|accès_interdit|403|interdit|accès_bloqué|erreur_403|accès_non_autorisé") \
  X(DENIED, es, "administrador|contact*|escriba|propietario|soporte error|administrador|referencia|propietario") \
  X(DENIED, es, "acceso|solicitud|petición|conexión denegad*|prohibid*|bloquead*|restringid*|rechazad*|no_autorizado|no_permitido") \
  X(DENIED, es, "no|sin permiso*|autorizad*|autorización|derecho*") \
  X(DENIED, es, "dirección|ip|usted|has|ha bloquead*|vetad*") \
  X(DENIED, es, "no disponible país|región") \
  X(DENIED, es, "^acceso_denegado|acceso_prohibido|403|prohibido|acceso_bloqueado|acceso_restringido|error_403|acceso_no_autorizado") \
  X(DENIED, it, "amministratore|contatt*|scriv*|assistenza errore|amministratore|riferimento|gestore") \
  X(DENIED, it, "accesso|richiesta|connessione negat*|vietat*|bloccat*|rifiutat*|limitat*|non_consentit*|non_autorizzat*|respint*") \
  X(DENIED, it, "non|senza permess*|autorizzat*|autorizzazion*|diritt*") \
  X(DENIED, it, "indirizzo|ip|sei|stato bloccat*|bandit*") \
  X(DENIED, it, "non disponibile paese|regione") \
  X(DENIED, it, "^accesso_negato|accesso_vietato|403|vietato|accesso_bloccato|errore_403|accesso_non_consentito|accesso_non_autorizzato") \
  X(DENIED, pt, "administrador|contact*|contat*|escreva|suporte erro|administrador|referência|proprietário") \
  X(DENIED, pt, "acesso|pedido|solicitação|ligação|conexão negad*|proibid*|bloquead*|recusad*|restrit*|rejeitad*|não_autorizado|não_permitido") \
  X(DENIED, pt, "não|sem permissão|permissões|autorizad*|autorização") \
  X(DENIED, pt, "endereço|ip|você|foi bloquead*|banid*") \
  X(DENIED, pt, "não|indisponível disponível|indisponível país|região") \
  X(DENIED, pt, "^acesso_negado|acesso_proibido|403|proibido|acesso_bloqueado|acesso_recusado|erro_403|acesso_não_autorizado") \
  X(DENIED, nl, "beheerder|contact|neem fout|beheerder|vergissing|nummer|eigenaar") \
  X(DENIED, nl, "toegang|verzoek|verbinding geweigerd|verboden|geblokkeerd|ontzegd|beperkt|afgewezen|niet_toegestaan") \
  X(DENIED, nl, "geen|niet toestemming|rechten|bevoegd|gemachtigd|toegang deze|pagina|bekijken|openen|tot|voor") \
  X(DENIED, nl, "ip-adres|adres|u|bent geblokkeerd") \
  X(DENIED, nl, "niet beschikbaar|toegankelijk land|regio") \
  X(DENIED, nl, "^toegang_geweigerd|geen_toegang|403|verboden|toegang_verboden|toegang_ontzegd|geblokkeerd|verboden_toegang") \
  X(DENIED, pl, "administrator*|skontaktuj|napisz błąd|błędem|administrator*|pomyłk*|właściciel*") \
  X(DENIED, pl, "dostęp|żądanie|połączenie zabronion*|zablokowan*|odmow*|wzbronion*|ograniczon*|odrzucon*|odmówiono") \
  X(DENIED, pl, "nie|brak uprawnień|dostępu|zgody|uprawnienia") \
  X(DENIED, pl, "adres|ip|twój zablokowan*") \
  X(DENIED, pl, "nie|niedostępn* dostępn*|niedostępn* kraju|regionie") \
  X(DENIED, pl, "^odmowa_dostępu|brak_dostępu|403|dostęp_zabroniony|dostęp_zablokowany|zabronione|błąd_403|brak_uprawnień|odmówiono_dostępu") \
  X(DENIED, ru, "администратор*|обратитесь|напишите|поддержк* ошибк*|администратор*|владельц*|поддержк*|номер") \
  X(DENIED, ru, "доступ*|запрос*|соединение запрещ*|заблокирован*|ограничен*|отклон*|закрыт|отказано") \
  X(DENIED, ru, "нет|не прав|разрешения|доступа|имеете") \
  X(DENIED, ru, "адрес*|ip|вы|ваш заблокирован*|забанен*") \
  X(DENIED, ru, "недоступ*|не_доступ* стран*|регион*") \
  X(DENIED, ru, "^доступ_запрещен|доступ_запрещён|403|доступ_ограничен|доступ_закрыт|в_доступе_отказано|ошибка_403|доступ_заблокирован|нет_доступа|запрещено") \
  X(DENIED, tr, "yönetici*|iletişim*|başvur* hata*|yönetici*|yanlış*|sahib*") \
  X(DENIED, tr, "erişim*|istek*|istegi*|isteğ*|bağlantı* engel*|red*|yasak*|kısıtla*") \
  X(DENIED, tr, "izniniz|yetkiniz|izin|yetki yok|bulunmu*|bulunma*") \
  X(DENIED, tr, "ip|adresiniz engel*|yasak*") \
  X(DENIED, tr, "kullanılam*|erişilem* ülke*|bölge*") \
  X(DENIED, tr, "^erişim_engellendi|erişim_reddedildi|403|yasak|erişim_yasak|engellendi|yetkisiz_erişim|yasaklandı") \
  X(DENIED, ja, "管理者|お問い合わせ|ご連絡 ください|エラー|誤り|番号") \
  X(DENIED, ja, "アクセス|リクエスト|接続|閲覧 拒否|禁止|ブロック|制限|許可されて|できません|権限") \
  X(DENIED, ja, "権限|許可 ありません|ない|必要|ません") \
  X(DENIED, ja, "^アクセス拒否|403|アクセスが拒否されました|アクセス禁止|閲覧禁止|アクセスできません|アクセス制限") \
  X(DENIED, ja, "国|地域 ご利用いただけません|利用できません|アクセスできません") \
  X(DENIED, zh, "管理员|管理員|客服|联系|聯絡 管理员|管理員|错误|錯誤|问题|客服|疑问") \
  X(DENIED, zh, "访问|訪問|请求|請求|连接|存取 被拒|拒绝|拒絕|禁止|阻止|拦截|攔截|受限|限制|屏蔽") \
  X(DENIED, zh, "没有|無|无|沒有 权限|權限 ") \
  X(DENIED, zh, "ip|地址|您 封禁|被封|屏蔽|拦截|封鎖|禁止") \
  X(DENIED, zh, "地区|地區|国家|國家 不可用|无法访问|無法使用|不提供|限制") \
  X(DENIED, zh, "^访问被拒绝|拒绝访问|403|禁止访问|存取被拒|访问受限|无权访问|没有权限|拒絕存取|访问被拦截|禁止存取") \
  X(DENIED, ko, "접근|접속|요청|액세스 거부|차단|제한|금지|권한|불가") \
  X(DENIED, ko, "^접근_거부|접근이_거부되었습니다|액세스_거부|403|접근_금지|접속이_차단되었습니다|접근이_차단되었습니다|권한이_없습니다|접근_제한") \
  X(DENIED, ko, "권한|허가 없습니다|필요") \
  X(DENIED, ko, "관리자|고객센터|고객지원 문의|연락") \
  X(DENIED, ko, "지역|국가 이용|제공|서비스") \
  X(DENIED, sv, "åtkomst*|tillträde|begäran|förfrågan nekad|nekas|nekats|blockerad|blockerats|förbjuden|begränsad") \
  X(DENIED, sv, "^åtkomst_nekad|403|förbjudet|åtkomst_nekas|du_har_blockerats") \
  X(DENIED, sv, "inte|saknar behörighet|rättigheter|tillåtelse|tillgänglig land|region|sida|du|att") \
  X(DENIED, da, "adgang|anmodning* nægtet|afvist|blokeret|forbudt|begrænset") \
  X(DENIED, da, "^adgang_nægtet|403|forbudt|ingen_adgang") \
  X(DENIED, nb, "tilgang|adgang|forespørsel* nektet|avvist|blokkert|forbudt|begrenset") \
  X(DENIED, nb, "^ingen_tilgang|403|forbudt|tilgang_nektet") \
  X(DENIED, fi, "pääsy|käyttö|pyyntö* estetty|kielletty|evätty|estettiin") \
  X(DENIED, fi, "^pääsy_estetty|pääsy_kielletty|403|pääsy_evätty") \
  X(DENIED, cs, "přístup|požadavek|spojení odepřen|zamítnut|zablokován*|zakázán|omezen") \
  X(DENIED, cs, "^přístup_odepřen|přístup_zamítnut|403|přístup_zakázán|přístup_byl_odepřen") \
  X(DENIED, cs, "nemáte|bez oprávnění|práva|přístup") \
  X(DENIED, uk, "доступ*|запит* заборон*|заблокован*|обмежен*|відхил*|закрито") \
  X(DENIED, uk, "^доступ_заборонено|доступ_обмежено|403|заборонено") \
  X(DENIED, hu, "hozzáférés*|kérés* megtagad*|letilt*|elutasít*|korlátoz*") \
  X(DENIED, hu, "^hozzáférés_megtagadva|403|tiltott") \
  X(DENIED, ro, "acces*|cerere* interzis*|refuzat*|blocat*|restricționat*") \
  X(DENIED, ro, "^acces_interzis|acces_refuzat|403|accesul_a_fost_blocat") \
                                                                                                                      \
  X(LIMIT, en, "too_many requests|attempts|queries|connections|visits") \
  X(LIMIT, en, "rate|request|daily|limit|quota|allowance limit*|exceed*|reached|used exceed*|reached|hit|rate|up|used_up") \
  X(LIMIT, en, "slow_down|too_fast|too_quickly|throttled|throttling") \
  X(LIMIT, en, "^429|429_too_many_requests|too_many_requests|rate_limited|rate_limit_exceeded|rate_limit|slow_down|please_slow_down|limit_exceeded|error_1015|limit_reached") \
  X(LIMIT, en, "try|come again|back later|minutes|hour|few|seconds|moment|while|soon|shortly") \
  X(LIMIT, de, "zu_viele|viele|zu_schnell anfragen|versuche|zugriffe|aufrufe|anfrage*") \
  X(LIMIT, de, "limit|anzahl|kontingent|grenze überschritten|erreicht|erschöpft|aufgebraucht") \
  X(LIMIT, de, "^429|zu_viele_anfragen|limit_erreicht|limit_überschritten|zu_viele_zugriffe") \
  X(LIMIT, de, "versuchen|probieren|versuch* später|minuten|stunde* erneut|noch_einmal|wieder|nochmals|es") \
  X(LIMIT, fr, "trop requêtes|demandes|tentatives|connexions") \
  X(LIMIT, fr, "limite|quota|nombre dépassé*|atteint*|épuisé") \
  X(LIMIT, fr, "^429|trop_de_requêtes|limite_atteinte|trop_de_demandes|limite_dépassée") \
  X(LIMIT, fr, "réessay*|revenez|ressayez plus_tard|minutes|instants|heure|moment|tard") \
  X(LIMIT, es, "demasiad* solicitudes|peticiones|intentos|consultas|accesos") \
  X(LIMIT, es, "límite|cuota|número superad*|excedid*|alcanzad*|agotad*") \
  X(LIMIT, es, "^429|demasiadas_solicitudes|demasiadas_peticiones|límite_alcanzado|límite_superado|límite_de_solicitudes_superado") \
  X(LIMIT, es, "inténtelo|inténtalo|vuelva|vuelve|pruebe|intente más_tarde|minutos|hora|nuevo|tarde") \
  X(LIMIT, it, "troppe|troppi richieste|tentativi|accessi") \
  X(LIMIT, it, "limite|quota|numero superat*|raggiunt*|esaurit*") \
  X(LIMIT, it, "^429|troppe_richieste|limite_raggiunto|limite_superato|troppi_tentativi") \
  X(LIMIT, it, "riprova|riprovare|ritenta|torna|riprovi tardi|minuti|ora|dopo|nuovo|poco") \
  X(LIMIT, pt, "demasiad*|muit*|excesso pedidos|solicitações|tentativas|acessos|requisições") \
  X(LIMIT, pt, "limite|quota|cota|número excedid*|atingid*|ultrapassad*|esgotad*") \
  X(LIMIT, pt, "^429|demasiados_pedidos|muitas_solicitações|limite_atingido|limite_excedido|muitas_requisições|muitos_pedidos") \
  X(LIMIT, pt, "tente|volte|tentar mais_tarde|minutos|hora|novamente|novo|tarde") \
  X(LIMIT, nl, "te_veel|teveel verzoeken|pogingen|aanvragen|bezoeken") \
  X(LIMIT, nl, "limiet|maximum|aantal bereikt|overschreden|quotum") \
  X(LIMIT, nl, "^429|te_veel_verzoeken|limiet_bereikt|te_veel_aanvragen|limiet_overschreden") \
  X(LIMIT, nl, "probeer|kom later|minuten|uur|opnieuw|seconden terug|opnieuw|nog_eens|weer|het") \
  X(LIMIT, pl, "zbyt|za wiele|dużo żądań|zapytań|prób|odwołań") \
  X(LIMIT, pl, "limit* przekroczon*|osiągnięt*|wyczerpan*") \
  X(LIMIT, pl, "^429|zbyt_wiele_żądań|zbyt_wiele_zapytań|limit_przekroczony|przekroczono_limit|zbyt_dużo_żądań") \
  X(LIMIT, pl, "spróbuj|wróć później|minut*|godzin*|chwil* ponownie|jeszcze|później|za") \
  X(LIMIT, ru, "слишком много|часто запрос*|попыток|обращени*") \
  X(LIMIT, ru, "лимит*|предел*|число|количество превыш*|исчерпан*|достигнут*") \
  X(LIMIT, ru, "^429|слишком_много_запросов|лимит_исчерпан|превышен_лимит|лимит_превышен|превышен_лимит_запросов") \
  X(LIMIT, ru, "попробуйте|повторите|вернитесь|зайдите позже|позднее|минут*|час*") \
  X(LIMIT, tr, "çok fazla istek*|deneme*|talep*|sorgu*") \
  X(LIMIT, tr, "sınır*|limit* aş*|ulaş*|doldu*") \
  X(LIMIT, tr, "^429|çok_fazla_istek|limit_aşıldı|istek_sınırı_aşıldı|sınır_aşıldı") \
  X(LIMIT, tr, "tekrar|yeniden dene*|gel* sonra|dakika|saat|lütfen|birkaç") \
  X(LIMIT, ja, "リクエスト|アクセス|試行|回数 多すぎ|集中|上限|制限|超え") \
  X(LIMIT, ja, "^429|リクエストが多すぎます|アクセス集中|アクセスが集中しています|回数制限|上限に達しました") \
  X(LIMIT, ja, "時間|しばらく|後ほど|のちほど 再度|もう一度|おいて|改めて|経って|お試し") \
  X(LIMIT, zh, "过多|太多|过于频繁|過多|太频繁|過於頻繁|频繁|頻繁 请求|請求|访问|訪問|操作|尝试") \
  X(LIMIT, zh, "次数|限额|上限|配额|次數|限制 超过|超出|达到|超過|達到|用完|已达") \
  X(LIMIT, zh, "^429|请求过多|访问过于频繁|请求过于频繁|操作频繁|請求過多|请求次数过多|访问频繁|超出限制") \
  X(LIMIT, zh, "稍后|稍後|分钟|分鐘|小时 再试|重试|再試|重試|再来|再来访问") \
  X(LIMIT, en, "you|now in_line|in_the_queue|in_a_queue|waiting_room|on_the_waiting_list") \
  X(LIMIT, en, "estimated|expected|your wait|waiting time|place|turn") \
  X(LIMIT, en, "when it your_turn|turn") \
  X(LIMIT, en, "many|high|too people|visitors|users|customers|demand|traffic page|site|view|see|moment|right_now|currently|experiencing|busy") \
  X(LIMIT, en, "^waiting_room|you_are_now_in_line|virtual_queue|queue|you_are_in_the_queue|you_are_in_a_queue|you_are_in_line|high_traffic|you're_in_line") \
  X(LIMIT, de, "sie|du warteschlange|warteraum|wartezimmer") \
  X(LIMIT, de, "^warteraum|warteschlange|sie_sind_in_der_warteschlange") \
  X(LIMIT, fr, "file_d'attente vous|êtes|place|virtuelle") \
  X(LIMIT, es, "cola|sala_de_espera está|estás|virtual|lugar|espera") \
  X(LIMIT, ko, "요청|접속|시도 많습니다|너무|초과|폭주|제한") \
  X(LIMIT, ko, "^요청이_너무_많습니다|429|접속_대기|대기열") \
  X(LIMIT, ko, "잠시_후|나중에|분_후 다시|시도") \
  X(LIMIT, sv, "för_många förfrågningar|försök|begäranden|anrop") \
  X(LIMIT, sv, "försök igen|senare|stund|minuter") \
  X(LIMIT, da, "for_mange forespørgsler|forsøg|anmodninger") \
  X(LIMIT, da, "prøv igen|senere|minutter") \
  X(LIMIT, nb, "for_mange forespørsler|forsøk") \
  X(LIMIT, nb, "prøv igjen|senere|minutter") \
  X(LIMIT, fi, "liian_monta|liikaa pyyntö*|yritys*|pyyntöjä") \
  X(LIMIT, fi, "yritä uudelleen|myöhemmin|hetken") \
  X(LIMIT, cs, "příliš požadavků|pokusů|mnoho|přístupů") \
  X(LIMIT, cs, "zkuste|opakujte později|znovu|minut|chvíli") \
  X(LIMIT, uk, "забагато|багато запитів|спроб") \
  X(LIMIT, uk, "спробуйте пізніше|хвилин*|ще|знову") \
  X(LIMIT, hu, "túl_sok kérés|próbálkozás|lekérdezés") \
  X(LIMIT, hu, "próbálja később|újra|perc*") \
  X(LIMIT, ro, "prea_multe cereri|solicitări|încercări") \
  X(LIMIT, ro, "încerc* mai|din_nou|târziu|minute") \
                                                                                                                      \
  X(NOT_FOUND, en, "page|file|address|url|resource|document|content|link|article|product|listing|item|ad not_found|couldn't_be_found|could_not_be_found|cannot_be_found|can't_be_found|doesn't_exist|does_not_exist|no_longer_available|no_longer_exists|isn't_here|was_not_found|is_gone|not_exist|has_been_removed|been_deleted|is_missing|no_longer_here|isn't_available|been_moved|has_moved|no_longer|been_removed") \
  X(NOT_FOUND, en, "you_are_looking|you're_looking|you_were_looking|you_requested|you_asked_for|you_want* sold|taken_down|removed|expired|moved|gone|deleted|not|isn't|doesn't|no_longer|never|renamed") \
  X(NOT_FOUND, en, "we|sorry|oops can't_find|cannot_find|couldn't_find|could_not_find|can't_seem_to_find|can_not_find|looked|unable_to_find page|looking|that|what|address|it") \
  X(NOT_FOUND, en, "page|address you_are_looking|you're_looking|you_were_looking|you_requested|you_want*|looking_for") \
  X(NOT_FOUND, en, "nothing_here|nothing_found|nothing_was_found|no_page address|location|this_page|url") \
  X(NOT_FOUND, en, "^404|page_not_found|404_not_found|not_found|error_404|404_error|404_page_not_found|page_unavailable|file_not_found|http_404|410_gone|page_missing|oops|page_does_not_exist|this_page_isn't_here|this_page_is_gone|no_such_page|page_cannot_be_found") \
  X(NOT_FOUND, en, "mistyped|typed|check|misspell*|outdated|old|spelling address|url|link|spelling") \
  X(NOT_FOUND, de, "seite|datei|adresse|inhalt|artikel|dokument|url|anzeige|angebot|produkt nicht_gefunden|existiert|nicht_mehr|gibt_es_nicht|nicht_vorhanden|gelöscht|nicht_finden|gibt_es|entfernt|verschoben|nicht_auffindbar|konnte|nicht_existiert") \
  X(NOT_FOUND, de, "gesuchte|aufgerufene|angeforderte|gewünschte seite|adresse|inhalt|datei") \
  X(NOT_FOUND, de, "^404|seite_nicht_gefunden|nicht_gefunden|fehler_404|404_fehler|seite_existiert_nicht|404_seite_nicht_gefunden|hoppla|404_nicht_gefunden|seite_nicht_vorhanden") \
  X(NOT_FOUND, de, "vertippt|tippfehler|veraltet|prüfen|überprüfen|schreibweise adresse|link|url|schreibweise|sie") \
  X(NOT_FOUND, fr, "page|fichier|adresse|contenu|article|document|annonce|produit introuvable|n'existe|existe_pas|pas_trouvé*|supprimé*|n'est_plus|non_trouvé*|déplacé*|plus_disponible|pas_été_trouvé*|retiré*") \
  X(NOT_FOUND, fr, "page|contenu|adresse recherch*|demandé*|cherchez") \
  X(NOT_FOUND, fr, "^404|page_introuvable|page_non_trouvée|erreur_404|introuvable|404_page_introuvable|oups|page_inexistante|cette_page_n'existe_pas") \
  X(NOT_FOUND, es, "página|archivo|dirección|contenido|artículo|documento|anuncio|producto no_encontrad*|no_existe|no_se_encuentra|ya_no|no_se_ha_encontrado|eliminad*|no_se_encontró|no_está|no_hemos_encontrado|no_disponible|no_se_ha_podido|movid*|inexistente|retirad*") \
  X(NOT_FOUND, es, "página|contenido|dirección buscas|busca|solicitad*|buscando") \
  X(NOT_FOUND, es, "^404|página_no_encontrada|no_encontrado|error_404|404_página_no_encontrada|vaya|ups|página_inexistente|esta_página_no_existe") \
  X(NOT_FOUND, it, "pagina|file|indirizzo|contenuto|articolo|documento|annuncio|prodotto non_trovat*|non_esiste|non_è_più|non_è_stata|non_è_stato|inesistente|rimoss*|spostat*|non_più|non_c'è|eliminat*|non_è_disponibile|non_troviamo") \
  X(NOT_FOUND, it, "pagina|contenuto|indirizzo cercando|cerchi|cercat*|richiest*") \
  X(NOT_FOUND, it, "^404|pagina_non_trovata|non_trovato|errore_404|404_pagina_non_trovata|ops|pagina_inesistente|questa_pagina_non_esiste") \
  X(NOT_FOUND, pt, "página|ficheiro|arquivo|endereço|conteúdo|artigo|documento|anúncio|produto não_encontrad*|não_existe|não_foi_encontrad*|removid*|já_não|não_está|inexistente|não_encontrámos|não_encontramos|movid*|não_pôde|eliminad*|não_está_disponível|apagad*") \
  X(NOT_FOUND, pt, "página|conteúdo|endereço procura|procurou|procurando|solicitad*|pedid*") \
  X(NOT_FOUND, pt, "^404|página_não_encontrada|não_encontrado|erro_404|404_página_não_encontrada|ops|ups|página_inexistente|esta_página_não_existe") \
  X(NOT_FOUND, nl, "pagina|bestand|adres|inhoud|artikel|document|advertentie|product niet_gevonden|bestaat_niet|niet_meer|niet_bestaat|verwijderd|niet_vinden|kon|verplaatst|onvindbaar|bestaat") \
  X(NOT_FOUND, nl, "pagina|adres zoekt|gezochte|opgevraagde|zoek|gevraagde") \
  X(NOT_FOUND, nl, "^404|pagina_niet_gevonden|niet_gevonden|fout_404|404_pagina_niet_gevonden|oeps|helaas|pagina_bestaat_niet|deze_pagina_bestaat_niet") \
  X(NOT_FOUND, pl, "stron*|plik*|adres*|treś*|artykuł|dokument|ogłoszenie|produkt nie_istniej*|nie_znalezion*|nie_została|nie_ma|usunięt*|nie_można_znaleźć|przeniesion*|nie_znaleźliśmy|nie_odnaleziono|nie_została_znaleziona") \
  X(NOT_FOUND, pl, "stron* szukasz|szukana|żądana|poszukujesz") \
  X(NOT_FOUND, pl, "^404|nie_znaleziono_strony|strona_nie_istnieje|błąd_404|nie_znaleziono|404_nie_znaleziono|ups|strona_nie_została_znaleziona|taka_strona_nie_istnieje") \
  X(NOT_FOUND, ru, "страниц*|файл*|адрес*|документ*|статья|объявление|товар не_найден*|не_существует|удален*|удалён*|нет|не_удалось|перемещ*|не_нашли|больше_не|отсутствует") \
  X(NOT_FOUND, ru, "страниц* ищете|запрашиваем*|запрошенн*|искали") \
  X(NOT_FOUND, ru, "^404|страница_не_найдена|не_найдено|ошибка_404|404_страница_не_найдена|упс|страница_не_существует|такой_страницы_нет|ой|страница_удалена") \
  X(NOT_FOUND, tr, "sayfa*|dosya*|adres*|içerik*|ilan|ürün bulunama*|yok|mevcut_değil|kaldırıl*|silin*|taşın*|bulunmuyor|bulamad*") \
  X(NOT_FOUND, tr, "aradığınız|istediğiniz|istenen|aranan sayfa*|içerik*|adres*") \
  X(NOT_FOUND, tr, "^404|sayfa_bulunamadı|bulunamadı|404_sayfa_bulunamadı|hata_404|404_hatası|böyle_bir_sayfa_yok") \
  X(NOT_FOUND, ja, "ページ|ファイル|url|記事|コンテンツ|アドレス 見つかりません|存在しません|ありません|削除|見つからない|移動|見つかりませんでした|見当たりません") \
  X(NOT_FOUND, ja, "お探しの|ご指定の|指定された ページ|url|記事|商品") \
  X(NOT_FOUND, ja, "^404|ページが見つかりません|404_not_found|お探しのページは見つかりません|ページがありません|ページが存在しません|404_エラー|お探しのページが見つかりません") \
  X(NOT_FOUND, zh, "页面|頁面|网页|網頁|文件|地址|内容|文章|链接 不存在|找不到|未找到|已删除|已被删除|已刪除|没有找到|無法找到|无法找到|已移除|不见了|已失效|已下架|不見了") \
  X(NOT_FOUND, zh, "您访问的|您要找的|您要查看的|您請求的|您请求的|您要訪問的|您查找的 页面|頁面|网页|内容|網頁") \
  X(NOT_FOUND, zh, "^404|页面不存在|找不到页面|頁面不存在|找不到頁面|页面未找到|未找到页面|404_错误|网页不存在|您访问的页面不存在|找不到網頁|無法找到頁面") \
  X(NOT_FOUND, ko, "페이지|파일|주소|게시물|상품 찾을_수_없|존재하지|삭제|없습니다|이동") \
  X(NOT_FOUND, ko, "요청하신|찾으시는|원하시는 페이지|상품|게시물|주소") \
  X(NOT_FOUND, ko, "^페이지를_찾을_수_없습니다|404|찾을_수_없음|페이지가_존재하지_않습니다|404_오류") \
  X(NOT_FOUND, sv, "sidan|sida|adressen|artikeln|filen hittades|hittas|finns_inte|finns_ej|inte_hitta|kunde|flyttats|tagits_bort|finns") \
  X(NOT_FOUND, sv, "^sidan_hittades_inte|404|sidan_finns_inte|sidan_kunde_inte_hittas|hittades_inte|sidan_saknas") \
  X(NOT_FOUND, da, "siden|side|adressen|artiklen fundet|findes_ikke|ikke_finde|eksisterer|flyttet|slettet|findes") \
  X(NOT_FOUND, da, "^siden_blev_ikke_fundet|404|siden_findes_ikke|side_ikke_fundet|siden_kunne_ikke_findes") \
  X(NOT_FOUND, nb, "siden|side|adressen|artikkelen funnet|finnes_ikke|ikke_finne|eksisterer|flyttet|slettet|finnes") \
  X(NOT_FOUND, nb, "^siden_ble_ikke_funnet|404|siden_finnes_ikke|fant_ikke_siden|side_ikke_funnet") \
  X(NOT_FOUND, fi, "sivua|sivu|etsimääsi|osoite löydy|löytynyt|ole_olemassa|poistettu|siirretty|ei_löydy|ei") \
  X(NOT_FOUND, fi, "^sivua_ei_löytynyt|404|sivua_ei_löydy|sivua_ei_ole") \
  X(NOT_FOUND, cs, "stránk*|adresa|soubor|článek nenalezen*|neexistuje|nebyla|nepodařilo|odstraněn*|přesunut*|nenašli|smazán*") \
  X(NOT_FOUND, cs, "^stránka_nenalezena|404|stránka_neexistuje|nenalezeno|stránka_nebyla_nalezena|chyba_404") \
  X(NOT_FOUND, uk, "сторінк*|адрес*|файл|матеріал не_знайдено|не_існує|видален*|переміщен*|не_знайдена") \
  X(NOT_FOUND, uk, "^сторінку_не_знайдено|404|сторінка_не_знайдена|не_знайдено|помилка_404") \
  X(NOT_FOUND, hu, "oldal|lap|cím|tartalom található|létezik|megtalálható|törölt*|áthelyez*") \
  X(NOT_FOUND, hu, "^az_oldal_nem_található|404|nem_található|a_keresett_oldal_nem_található") \
  X(NOT_FOUND, ro, "pagin*|adres*|articol* găsit*|există|mutat*|șters*|negăsit*") \
  X(NOT_FOUND, ro, "^pagina_nu_a_fost_găsită|404|pagină_negăsită|pagina_nu_există") \
                                                                                                                      \
  X(MAINTENANCE, en, "maintenance|maintain* site|we|under|scheduled|undergoing|down|page|service|system|performing|planned|website|for") \
  X(MAINTENANCE, en, "we'll_be|will_be|be back soon|shortly|online|minutes|hour|later") \
  X(MAINTENANCE, en, "service|site|server|website|page|system|we temporarily|currently|momentarily unavailable|down|offline|overloaded|closed|out_of_service|unable") \
  X(MAINTENANCE, en, "bad|gateway|internal|server gateway|timeout|server_error|error timed_out|gateway|error|timeout|internal|bad") \
  X(MAINTENANCE, en, "something went_wrong|broke|has_gone_wrong") \
  X(MAINTENANCE, en, "^503|502|500|504|503_service_unavailable|502_bad_gateway|500_internal_server_error|504_gateway_timeout|504_gateway_time-out|service_unavailable|under_maintenance|maintenance|site_maintenance|down_for_maintenance|bad_gateway|internal_server_error|maintenance_mode|we'll_be_back_soon|we'll_be_right_back|site_under_maintenance|scheduled_maintenance|temporarily_unavailable|be_right_back|server_error|website_offline|we_are_offline|service_temporarily_unavailable|502_proxy_error|database_error|something_went_wrong|application_error|we'll_be_back_shortly|error_establishing_a_database_connection|error_503|error_500|error_502") \
  X(MAINTENANCE, en, "database establishing|connect*|error connection|database") \
  X(MAINTENANCE, en, "coming_soon|under_construction site|website|page|we|under_construction") \
  X(MAINTENANCE, de, "wartung*|gewartet|überarbeit* seite|website|derzeit|wegen|gerade|arbeiten|wir|shop|wird|im|momentan|geplante|sind|system") \
  X(MAINTENANCE, de, "vorübergehend|derzeit|momentan|zurzeit|aktuell|gerade nicht_erreichbar|nicht_verfügbar|offline|überlastet|geschlossen|außer_betrieb|gestört") \
  X(MAINTENANCE, de, "wir|seite|shop bald|gleich|kürze wieder|zurück") \
  X(MAINTENANCE, de, "technisch* störung|problem*|fehler|gründen") \
  X(MAINTENANCE, de, "^wartungsarbeiten|wartung|wartungsmodus|503|500|502|interner_serverfehler|dienst_nicht_verfügbar|vorübergehend_nicht_erreichbar|wir_sind_gleich_zurück|geplante_wartung|serverfehler|wir_sind_bald_zurück|seite_in_wartung") \
  X(MAINTENANCE, fr, "maintenance en|cours|site|opération*|page|est|pour|travaux") \
  X(MAINTENANCE, fr, "temporairement|momentanément|actuellement indisponible|inaccessible|fermé|hors_service|surchargé|hors_ligne") \
  X(MAINTENANCE, fr, "revien*|retour|serons bientôt|rapidement|minutes|peu|vite|ligne|heure*") \
  X(MAINTENANCE, fr, "erreur|problème|incident interne|technique|serveur") \
  X(MAINTENANCE, fr, "^site_en_maintenance|maintenance|service_indisponible|503|500|502|erreur_interne|maintenance_en_cours|en_maintenance|erreur_serveur|service_temporairement_indisponible|erreur_interne_du_serveur|nous_revenons_bientôt|site_indisponible") \
  X(MAINTENANCE, es, "mantenimiento|mejoras en|tareas|labores|página|sitio|web|sistema|por|trabajos") \
  X(MAINTENANCE, es, "temporalmente|momentáneamente|actualmente no_disponible|fuera|indisponible|cerrad*|saturado|inaccesible") \
  X(MAINTENANCE, es, "volve*|estaremos|regres* pronto|breve|minutos|enseguida|horas|vuelta") \
  X(MAINTENANCE, es, "error|problema|fallo interno|técnico|servidor|técnicos") \
  X(MAINTENANCE, es, "^en_mantenimiento|mantenimiento|sitio_en_mantenimiento|servicio_no_disponible|503|500|502|error_interno|página_en_mantenimiento|web_en_mantenimiento|error_interno_del_servidor|volvemos_pronto|volvemos_enseguida|servicio_temporalmente_no_disponible") \
  X(MAINTENANCE, it, "manutenzione sito|corso|pagina|stiamo|programmata|è|lavori|siamo|per|servizio") \
  X(MAINTENANCE, it, "temporaneamente|momentaneamente|attualmente non_disponibile|irraggiungibile|non_raggiungibile|chius*|fuori_servizio|offline|sovraccarico") \
  X(MAINTENANCE, it, "torn* presto|breve|subito|minuti|poco|online|ore") \
  X(MAINTENANCE, it, "errore|problema|guasto interno|tecnico|server") \
  X(MAINTENANCE, it, "^in_manutenzione|manutenzione|sito_in_manutenzione|servizio_non_disponibile|503|500|502|errore_interno|torniamo_presto|errore_del_server|manutenzione_in_corso|torniamo_subito|errore_interno_del_server") \
  X(MAINTENANCE, pt, "manutenção site|estamos|página|está|programada|para|sistema|serviço|sítio") \
  X(MAINTENANCE, pt, "temporariamente|momentaneamente|atualmente|momento indisponível|fora|fechad*|inacessível|sobrecarregado") \
  X(MAINTENANCE, pt, "volt*|estaremos|regress* breve|logo|minutos|já|horas|volta") \
  X(MAINTENANCE, pt, "erro|problema|falha interno|técnico|servidor|técnicos") \
  X(MAINTENANCE, pt, "^em_manutenção|manutenção|site_em_manutenção|serviço_indisponível|503|500|502|erro_interno|voltamos_já|voltamos_em_breve|erro_interno_do_servidor|manutenção_programada") \
  X(MAINTENANCE, nl, "onderhoud* site|website|wegens|gepland|we|wij|pagina|voor|bezig|werkzaamheden|momenteel|er") \
  X(MAINTENANCE, nl, "tijdelijk|momenteel|even niet_beschikbaar|niet_bereikbaar|onbereikbaar|offline|gesloten|buiten_werking|overbelast") \
  X(MAINTENANCE, nl, "we|wij|zijn snel|zo|spoedig|binnenkort|straks terug|weer") \
  X(MAINTENANCE, nl, "technische|interne|server storing|fout|problemen|serverfout|probleem|storingen") \
  X(MAINTENANCE, nl, "^onderhoud|gepland_onderhoud|website_in_onderhoud|503|500|502|dienst_niet_beschikbaar|interne_serverfout|tijdelijk_niet_beschikbaar|we_zijn_zo_terug|we_zijn_snel_terug|onderhoudswerkzaamheden|serverfout|tijdelijk_niet_bereikbaar") \
  X(MAINTENANCE, pl, "prac* techniczn*|konserwac*|serwisow*|modernizac*") \
  X(MAINTENANCE, pl, "przerw* techniczn*|konserwac*|serwisow*") \
  X(MAINTENANCE, pl, "tymczasowo|chwilowo|obecnie niedostępn*|nieczynn*|wyłączon*|przeciążon*|nie_działa") \
  X(MAINTENANCE, pl, "wrócimy|wracamy|będziemy wkrótce|niebawem|zaraz|niedługo|za") \
  X(MAINTENANCE, pl, "błąd|awaria|problem* serwera|wewnętrzny|techniczn*") \
  X(MAINTENANCE, pl, "^przerwa_techniczna|konserwacja|503|500|502|usługa_niedostępna|błąd_serwera|wracamy_wkrótce|prace_konserwacyjne|wewnętrzny_błąd_serwera|prace_techniczne|strona_w_przebudowie|serwis_niedostępny") \
  X(MAINTENANCE, ru, "технически* работ*|обслуживани*|перерыв*") \
  X(MAINTENANCE, ru, "ведутся|проводятся|идут|проводим работы") \
  X(MAINTENANCE, ru, "временно|сейчас|в_данный_момент недоступ*|не_работает|закрыт*|отключ*|перегружен*") \
  X(MAINTENANCE, ru, "скоро|вернемся|вернёмся верн*|скоро|заработа* скоро|через|позже|минут*|час*|снова") \
  X(MAINTENANCE, ru, "ошибка|сбой|неполадки сервер*|внутренн*|технич*") \
  X(MAINTENANCE, ru, "^технические_работы|сайт_на_обслуживании|503|500|502|сервис_недоступен|ошибка_сервера|мы_скоро_вернемся|сайт_временно_недоступен|внутренняя_ошибка_сервера|технический_перерыв|мы_скоро_вернёмся|профилактические_работы|сервис_временно_недоступен") \
  X(MAINTENANCE, tr, "bakım* site*|çalışma*|yapıl*|nedeniyle|planlı|olduğu*|aşamasında|sistem*|yapıyoruz") \
  X(MAINTENANCE, tr, "geçici|şu_anda|şu_an kullanılam*|hizmet|kapalı*|ulaşılam*|erişilem*|hizmet_dışı") \
  X(MAINTENANCE, tr, "yakında|birazdan|kısa geri|tekrar|dönece*") \
  X(MAINTENANCE, tr, "sunucu|teknik|dahili hata*|arıza*|sorun*") \
  X(MAINTENANCE, tr, "^bakım|bakımdayız|503|500|502|hizmet_kullanılamıyor|site_bakımda|sunucu_hatası|planlı_bakım|bakım_çalışması|dahili_sunucu_hatası|sitemiz_bakımda|hizmet_dışı") \
  X(MAINTENANCE, ja, "メンテナンス|保守作業|点検 中|実施|作業|ため|終了|お知らせ|停止") \
  X(MAINTENANCE, ja, "ただいま|現在|一時的に 利用できません|ご利用いただけません|停止|混み合って|アクセスできません|休止") \
  X(MAINTENANCE, ja, "サーバー|システム|内部 エラー|障害|過負荷") \
  X(MAINTENANCE, ja, "^メンテナンス中|ただいまメンテナンス中です|503|500|502|サーバーエラー|サービス停止中|メンテナンスのお知らせ|現在メンテナンス中です|システムメンテナンス|メンテナンス") \
  X(MAINTENANCE, zh, "维护|維護|升级|保養 正在|系统|系統|网站|網站|进行|中|服务|期间|服務") \
  X(MAINTENANCE, zh, "暂时|暫時|目前|当前 无法访问|不可用|无法使用|關閉|关闭|無法使用|无法提供|無法存取|停止") \
  X(MAINTENANCE, zh, "服务器|伺服器|系统|内部 错误|錯誤|故障|繁忙|忙碌") \
  X(MAINTENANCE, zh, "^系统维护|维护中|網站維護|网站维护|503|500|502|服务不可用|服务器错误|系统维护中|網站維護中|网站维护中|服务器内部错误|系統維護|服務暫停|系统升级") \
  X(MAINTENANCE, en, "error|problem unexpected|internal|technical occurred|happened|has|side|end|server|experiencing") \
  X(MAINTENANCE, en, "team|engineers|we been informed|notified|told|alerted|working") \
  X(MAINTENANCE, en, "^error|an_error_occurred|an_error_has_occurred|unexpected_error|server_problem|technical_difficulties|we_are_experiencing_technical_difficulties|oops_something_went_wrong") \
  X(MAINTENANCE, ko, "점검|보수|유지보수 중|시간|안내|예정|시스템|서비스") \
  X(MAINTENANCE, ko, "일시적|현재 이용|중단|사용|서비스|오류") \
  X(MAINTENANCE, ko, "^시스템_점검|서비스_점검_중|점검_중입니다|서버_오류|500|502|503|서비스_점검|시스템_점검_중") \
  X(MAINTENANCE, sv, "underhåll*|underhållsarbete site*|sidan|pågår|vi|planerat|just_nu|webbplats*|på_grund") \
  X(MAINTENANCE, sv, "tillfälligt|just_nu nere|otillgänglig|stängd|tillgänglig|fungerar") \
  X(MAINTENANCE, sv, "vi tillbaka snart|strax") \
  X(MAINTENANCE, sv, "^underhåll|503|500|502|serverfel|något_gick_fel|ett_fel_har_uppstått|ett_fel_inträffade|tekniskt_fel") \
  X(MAINTENANCE, da, "vedligehold* siden|site|vi|planlagt|på_grund|under|i_øjeblikket") \
  X(MAINTENANCE, da, "midlertidigt|i_øjeblikket nede|utilgængelig|lukket|tilgængelig") \
  X(MAINTENANCE, da, "^vedligeholdelse|503|500|502|serverfejl|der_opstod_en_fejl|noget_gik_galt") \
  X(MAINTENANCE, nb, "vedlikehold* siden|nettsted*|vi|planlagt|på_grunn|under|for_tiden") \
  X(MAINTENANCE, nb, "midlertidig|for_øyeblikket nede|utilgjengelig|stengt|tilgjengelig") \
  X(MAINTENANCE, nb, "^vedlikehold|503|500|502|serverfeil|det_oppstod_en_feil|noe_gikk_galt") \
  X(MAINTENANCE, fi, "huolto*|huollossa|huoltotyö* sivusto*|palvelu*|vuoksi|tällä_hetkellä|parhaillaan") \
  X(MAINTENANCE, fi, "tilapäisesti|väliaikaisesti|tällä_hetkellä poissa|suljettu|käytettävissä|alhaalla") \
  X(MAINTENANCE, fi, "^huoltokatko|503|500|502|palvelinvirhe|jokin_meni_vikaan|tapahtui_virhe") \
  X(MAINTENANCE, cs, "údržb* stránk*|web|probíhá|z_důvodu|systém*|plánovan*|právě|jsme") \
  X(MAINTENANCE, cs, "dočasně|momentálně|právě nedostupn*|mimo_provoz|odstaven*|není") \
  X(MAINTENANCE, cs, "^údržba|probíhá_údržba|503|500|502|chyba_serveru|něco_se_pokazilo|došlo_k_chybě|web_je_mimo_provoz") \
  X(MAINTENANCE, uk, "технічн*|обслуговуван*|ремонт робот*|сайт|проводят*|обслуговуван*") \
  X(MAINTENANCE, uk, "тимчасово|наразі недоступн*|не_працює|закрит*") \
  X(MAINTENANCE, uk, "^технічні_роботи|503|500|502|помилка_сервера|щось_пішло_не_так|сайт_на_обслуговуванні") \
  X(MAINTENANCE, hu, "karbantart* oldal|miatt|folyik|alatt|rendszer|szünetel") \
  X(MAINTENANCE, hu, "átmenetileg|jelenleg nem_elérhető|szünetel|elérhető") \
  X(MAINTENANCE, hu, "^karbantartás|karbantartás_alatt|503|500|502|szerverhiba|hiba_történt") \
  X(MAINTENANCE, ro, "mentenanță|întreținere site*|în|lucrări|efectuăm") \
  X(MAINTENANCE, ro, "temporar|momentan indisponibil*|închis") \
  X(MAINTENANCE, ro, "^mentenanță|503|500|502|eroare_de_server|a_apărut_o_eroare|ceva_nu_a_mers_bine|site_în_mentenanță") \
                                                                                                                      \
  X(SCRIPT, en, "^please_wait|please_wait_a_moment") \
  X(SCRIPT, de, "^bitte_warten|wird_geladen|lädt|laden") \
  X(SCRIPT, fr, "^veuillez_patienter|patientez|merci_de_patienter|chargement|chargement_en_cours") \
  X(SCRIPT, es, "^espere|espere_por_favor|espere_un_momento|espera_un_momento|por_favor_espere|cargando") \
  X(SCRIPT, it, "^attendere|attendere_prego|attendi|caricamento|caricamento_in_corso") \
  X(SCRIPT, pt, "^aguarde|por_favor_aguarde|aguarde_um_momento|carregando|a_carregar") \
  X(SCRIPT, nl, "^even_geduld|even_geduld_a.u.b|wacht_even|even_geduld_alstublieft|laden|wordt_geladen") \
  X(SCRIPT, pl, "^proszę_czekać|poczekaj|proszę_poczekać|ładowanie|wczytywanie") \
  X(SCRIPT, ru, "^подождите|пожалуйста_подождите|подождите_пожалуйста|ожидайте|загрузка|загрузка_страницы") \
  X(SCRIPT, tr, "^lütfen_bekleyin|bekleyin|bekleyiniz|lütfen_bekleyiniz|yükleniyor") \
  X(SCRIPT, ja, "^しばらくお待ちください|少々お待ちください|お待ちください|そのままお待ちください|読み込み中|読み込み中です") \
  X(SCRIPT, zh, "^请稍候|請稍候|请稍等|請稍等|稍候|请稍后|请等待|請稍候片刻|请稍候片刻|加载中|正在加载|載入中") \
  X(SCRIPT, en, "javascript|scripts|scripting enable*|disabled|need*|required|requires|turn*|without|doesn't_work|activate|must|support") \
  X(SCRIPT, de, "javascript|skripte aktivier*|benötig*|deaktiviert|erforderlich|einschalten|ohne|ausgeschaltet|braucht|eingeschaltet") \
  X(SCRIPT, fr, "javascript|scripts activ*|désactivé*|nécessaire|requis|besoin|sans|nécessite") \
  X(SCRIPT, es, "javascript activ*|habilit*|desactiv*|deshabilitado|necesit*|requiere|sin|necesari*") \
  X(SCRIPT, it, "javascript abilit*|attiv*|disabilitato|disattivato|necessari*|richie*|senza|serve") \
  X(SCRIPT, pt, "javascript ativ*|habilit*|desativado|desabilitado|necessár*|precisa|sem|requer|necessita") \
  X(SCRIPT, nl, "javascript inschakelen|ingeschakeld|uitgeschakeld|nodig|vereist|zonder|schakel|aanzetten|aan|zet") \
  X(SCRIPT, pl, "javascript* włącz*|wyłączon*|wymaga*|potrzebuje|bez|obsług*") \
  X(SCRIPT, ru, "javascript включ*|отключен*|отключён*|требу*|необход*|нужен|без|выключен") \
  X(SCRIPT, tr, "javascript etkinleştir*|gerek*|kapalı|devre|açın|olmadan|açık") \
  X(SCRIPT, ja, "javascript 有効|必要|無効|オン|使用") \
  X(SCRIPT, zh, "javascript 启用|啟用|需要|禁用|开启|開啟|停用|打开|支持") \
  X(SCRIPT, en, "^loading|please_enable_javascript|javascript_required|javascript_is_required|javascript_is_disabled|loading_please_wait|enable_javascript") \
  X(SCRIPT, ko, "javascript|자바스크립트 활성화|사용|필요|켜|허용") \
  X(SCRIPT, sv, "javascript aktivera*|krävs|kräver|slå|behöver|avstängt") \
  X(SCRIPT, da, "javascript aktiver*|kræves|kræver|slå|nødvendig*") \
  X(SCRIPT, nb, "javascript aktiver*|kreves|krever|slå|nødvendig") \
  X(SCRIPT, fi, "javascript* ota|käyttöön|vaatii|vaaditaan|tarvit*") \
  X(SCRIPT, cs, "javascript* povol*|zapn*|vyžad*|potřeb*") \
  X(SCRIPT, uk, "javascript увімкн*|потріб*|вимк*") \
  X(SCRIPT, hu, "javascript* engedélyez*|szükséges|kapcsol*") \
  X(SCRIPT, ro, "javascript activ*|necesar*|dezactivat")
/* clang-format on */
